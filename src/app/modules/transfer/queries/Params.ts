/** `/ibc.applications.transfer.v1.Query/Params` returns whether tokens may be sent and received. */

import { TransferParams } from '../../../../codec/ibc/transfer.js';
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { readTransferParams } from '../store.js';

export const Params = defineQuery('/ibc.applications.transfer.v1.Query/Params', {
  request: NoFields,
  response: message('ibc.applications.transfer.v1.QueryParamsResponse', { params: embedded(1, TransferParams) }),
  answer: (_, state) => ({ params: readTransferParams(state) }),
});
