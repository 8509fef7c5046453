/**
 * `/ibc.applications.transfer.v1.Query/Denoms` returns the traces of all vouchers. Pages are ordered by hash, the list
 * of a page by base denom.
 */

import { Denom } from '../../../../codec/ibc/transfer.js';
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { compareDenoms } from '../order.js';
import { DENOM_PREFIX } from '../store.js';

export const Denoms = defineQuery('/ibc.applications.transfer.v1.Query/Denoms', {
  request: message(
    'ibc.applications.transfer.v1.QueryDenomsRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryDenomsResponse', {
    denoms: repeated(1, Denom),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = keyedEntries(state.entries('transfer', DENOM_PREFIX), DENOM_PREFIX, Denom.decode);
    const { items, pagination } = pageOf(all, page, plainError);
    return { denoms: items.toSorted(compareDenoms), pagination };
  },
});
