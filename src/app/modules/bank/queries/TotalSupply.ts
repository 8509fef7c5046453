/** `/cosmos.bank.v1beta1.Query/TotalSupply`: the supply of every denom, ascending. */
import { encodeCoin } from '../../../../codec/cosmos_tx.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { fromUtf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../query/define_query.js';
import { internal } from '../../../query/failure.js';
import { encodePage, keyedEntries, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { amountOf, SUPPLY_PREFIX } from '../store.js';

function queryTotalSupply(request: Bytes, state: StateReader): Bytes {
  const { page } = readRequest(request, {}, 1);
  const entries = keyedEntries(state.entries('bank', SUPPLY_PREFIX), SUPPLY_PREFIX, (value, key) => ({
    denom: fromUtf8(key),
    amount: amountOf(value),
  }));
  const coins = entries
    .filter(({ item }) => item.amount > 0n)
    .map(({ key, item: { denom, amount } }) => ({ key, item: encodeCoin({ denom, amount: amount.toString() }) }));
  return encodePage(pageOf(coins, page, internal));
}

export const TotalSupply = defineQuery('/cosmos.bank.v1beta1.Query/TotalSupply', queryTotalSupply);
