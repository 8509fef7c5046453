/** Answers the queries of `cosmos.evm.erc20.v1`: token pairs and the parameters. */
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { tryHexAddress } from '../../../types/address.js';
import { DENOM } from '../../../types/coins.js';
import { Erc20Params, readErc20Params } from '../params.js';
import { PAIR_PREFIX, pairOf } from '../store.js';
import { TokenPair as Pair, TokenPair as TokenPairMessage } from '../token_pair.js';

/** `/cosmos.evm.erc20.v1.Query/TokenPair` returns a pair, by the contract's address in hex or by denom. */
export const TokenPair = defineQuery('/cosmos.evm.erc20.v1.Query/TokenPair', {
  rest: '/cosmos/evm/erc20/v1/token_pairs/{token=**}',
  request: message('cosmos.evm.erc20.v1.QueryTokenPairRequest', { token: string(1) }, { lenient: true }),
  response: message('cosmos.evm.erc20.v1.QueryTokenPairResponse', { tokenPair: embedded(1, Pair) }),
  answer({ token }, state) {
    if (tryHexAddress(token) === undefined && !DENOM.test(token))
      throw invalidArgument(`invalid format for token ${token}, should be either hex ('0x...') cosmos denom`);
    const tokenPair = pairOf(state, token);
    if (tokenPair === undefined) throw notFound(`token pair with token '${token}'`);
    return { tokenPair };
  },
});

/**
 * `/cosmos.evm.erc20.v1.Query/TokenPairs` returns all pairs, ascending by their ids, which are also the keys of pages.
 */
export const TokenPairs = defineQuery('/cosmos.evm.erc20.v1.Query/TokenPairs', {
  rest: '/cosmos/evm/erc20/v1/token_pairs',
  request: message(
    'cosmos.evm.erc20.v1.QueryTokenPairsRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.evm.erc20.v1.QueryTokenPairsResponse', {
    tokenPairs: repeated(1, TokenPairMessage),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const all = keyedEntries(state.entries('erc20', PAIR_PREFIX), PAIR_PREFIX, TokenPairMessage.decode);
    const { items: tokenPairs, pagination } = pageOf(all, page, internal);
    return { tokenPairs, pagination };
  },
});

/** `/cosmos.evm.erc20.v1.Query/Params` returns the parameters of the module. */
export const Params = defineQuery('/cosmos.evm.erc20.v1.Query/Params', {
  rest: '/cosmos/evm/erc20/v1/params',
  request: NoFields,
  response: message('cosmos.evm.erc20.v1.QueryParamsResponse', { params: embedded(1, Erc20Params) }),
  answer: (_, state) => ({ params: readErc20Params(state) }),
});
