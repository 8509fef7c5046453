/** `/cosmos.bank.v1beta1.Query/TotalSupply` returns the supply of every denom, ascending. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { fromUtf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { amountOf, coinOf, SUPPLY_PREFIX } from '../store.js';

export const TotalSupply = defineQuery('/cosmos.bank.v1beta1.Query/TotalSupply', {
  request: message(
    'cosmos.bank.v1beta1.QueryTotalSupplyRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryTotalSupplyResponse', {
    supply: repeated(1, Coin),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = keyedEntries(state.entries('bank', SUPPLY_PREFIX), SUPPLY_PREFIX, (value, key) =>
      coinOf({ denom: fromUtf8(key), amount: amountOf(value) }),
    );
    const coins = all.filter(({ item }) => item.amount !== '0');
    const { items: supply, pagination } = pageOf(coins, page, internal);
    return { supply, pagination };
  },
});
