/** `/ibc.applications.transfer.v1.Query/Denom` returns the base and the trace of a voucher, by its hash. */

import { Denom as DenomRecord } from '../../../../codec/ibc/transfer.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { askedDenom } from '../asked_hash.js';

export const Denom = defineQuery('/ibc.applications.transfer.v1.Query/Denom', {
  request: message('ibc.applications.transfer.v1.QueryDenomRequest', { hash: string(1) }, { lenient: true }),
  response: message('ibc.applications.transfer.v1.QueryDenomResponse', { denom: embedded(1, DenomRecord) }),
  answer: ({ hash }, state) => ({ denom: askedDenom(hash, state) }),
});
