/**
 * `/ibc.applications.transfer.v1.Query/DenomTrace` is the form of `Denom` before ibc-go v9, which wallets still use.
 */

import { DenomTrace as DenomTraceRecord } from '../../../../codec/ibc/transfer.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { askedDenom } from '../asked_hash.js';
import { traceOf } from '../trace.js';

export const DenomTrace = defineQuery('/ibc.applications.transfer.v1.Query/DenomTrace', {
  request: message('ibc.applications.transfer.v1.QueryDenomTraceRequest', { hash: string(1) }, { lenient: true }),
  response: message('ibc.applications.transfer.v1.QueryDenomTraceResponse', {
    denomTrace: embedded(1, DenomTraceRecord),
  }),
  answer: ({ hash }, state) => ({ denomTrace: traceOf(askedDenom(hash, state)) }),
});
