/** `/cosmos.evm.erc20.v1.Query/TokenPair` returns a pair, by the contract's address in hex or by denom. */
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { DENOM } from '../../../types/denom.js';
import { pairOf } from '../store.js';
import { TokenPair as Pair, tryHexAddress } from '../token_pair.js';

export const TokenPair = defineQuery('/cosmos.evm.erc20.v1.Query/TokenPair', {
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
