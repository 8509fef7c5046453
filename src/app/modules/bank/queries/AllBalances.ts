/**
 * `/cosmos.bank.v1beta1.Query/AllBalances` returns an account's coins, ascending by denom, which is also the key of a
 * page.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { holderAddress } from '../holder.js';
import { balancesOf, coinOf } from '../store.js';

export const AllBalances = defineQuery('/cosmos.bank.v1beta1.Query/AllBalances', {
  request: message(
    'cosmos.bank.v1beta1.QueryAllBalancesRequest',
    { address: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryAllBalancesResponse', {
    balances: repeated(1, Coin),
    pagination: embedded(2, PageResponse),
  }),
  answer({ address, page }, state) {
    const coins = balancesOf(state, holderAddress(address, state)).map((balance) => ({
      key: utf8(balance.denom),
      item: coinOf(balance),
    }));
    const { items: balances, pagination } = pageOf(coins, page, (text) => invalidArgument(`paginate: ${text}`));
    return { balances, pagination };
  },
});
