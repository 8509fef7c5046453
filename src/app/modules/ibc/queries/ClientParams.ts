/** `/ibc.core.client.v1.Query/ClientParams` returns the types of clients that are allowed. */

import { ClientParams as ClientParamsMessage } from '../../../../codec/ibc/client.js';
import { optional } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { readClientParams } from '../client/store.js';

export const ClientParams = defineQuery('/ibc.core.client.v1.Query/ClientParams', {
  request: message('ibc.core.client.v1.QueryClientParamsRequest', {}, { lenient: true }),
  response: message('ibc.core.client.v1.QueryClientParamsResponse', { params: optional(1, ClientParamsMessage) }),
  answer(_, state) {
    return { params: readClientParams(state) };
  },
});
