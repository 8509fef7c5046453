/** `/ibc.core.connection.v1.Query/ConnectionParams` returns the maximum expected time per block. */

import { ConnectionParams as ConnectionParamsMessage } from '../../../../codec/ibc/connection.js';
import { optional } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { readConnectionParams } from '../connection/store.js';

export const ConnectionParams = defineQuery('/ibc.core.connection.v1.Query/ConnectionParams', {
  request: message('ibc.core.connection.v1.QueryConnectionParamsRequest', {}, { lenient: true }),
  response: message('ibc.core.connection.v1.QueryConnectionParamsResponse', {
    params: optional(1, ConnectionParamsMessage),
  }),
  answer(_, state) {
    return { params: readConnectionParams(state) };
  },
});
