/**
 * `/cosmos.evm.erc20.v1.Query/TokenPairs` returns all pairs, ascending by their ids, which are also the keys of pages.
 */
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { PAIR_PREFIX } from '../store.js';
import { TokenPair } from '../token_pair.js';

export const TokenPairs = defineQuery('/cosmos.evm.erc20.v1.Query/TokenPairs', {
  request: message('cosmos.evm.erc20.v1.QueryTokenPairsRequest', { page: embedded(1, PageRequest) }, { lenient: true }),
  response: message('cosmos.evm.erc20.v1.QueryTokenPairsResponse', {
    tokenPairs: repeated(1, TokenPair),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = keyedEntries(state.entries('erc20', PAIR_PREFIX), PAIR_PREFIX, TokenPair.decode);
    const { items: tokenPairs, pagination } = pageOf(all, page, internal);
    return { tokenPairs, pagination };
  },
});
