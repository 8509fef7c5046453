/**
 * `/ibc.applications.transfer.v1.Query/DenomTraces` is the form of `Denoms` before ibc-go v9, which wallets still use.
 */

import { Denom, DenomTrace } from '../../../../codec/ibc/transfer.js';
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { compareDenoms } from '../order.js';
import { DENOM_PREFIX } from '../store.js';
import { traceOf } from '../trace.js';

export const DenomTraces = defineQuery('/ibc.applications.transfer.v1.Query/DenomTraces', {
  request: message(
    'ibc.applications.transfer.v1.QueryDenomTracesRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryDenomTracesResponse', {
    denomTraces: repeated(1, DenomTrace),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = keyedEntries(state.entries('transfer', DENOM_PREFIX), DENOM_PREFIX, Denom.decode);
    const { items, pagination } = pageOf(all, page, plainError);
    return { denomTraces: items.toSorted(compareDenoms).map(traceOf), pagination };
  },
});
