/** `/cosmos.bank.v1beta1.Query/AllBalances`: an account's coins, ascending by denom, which is also the key of a page. */
import { encodeCoin } from '../../../../codec/cosmos_tx.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../query/define_query.js';
import { invalidArgument } from '../../../query/failure.js';
import { encodePage, pageOf } from '../../../query/pagination.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { holderAddress } from '../holder.js';
import { balancesOf } from '../store.js';

function queryAllBalances(request: Bytes, state: StateReader): Bytes {
  const { texts, page } = readRequest(request, { 1: 'address' }, 2);
  const coins = balancesOf(state, holderAddress(texts.address, state)).map(({ denom, amount }) => ({
    key: utf8(denom),
    item: encodeCoin({ denom, amount: amount.toString() }),
  }));
  return encodePage(pageOf(coins, page, (text) => invalidArgument(`paginate: ${text}`)));
}

export const AllBalances = defineQuery('/cosmos.bank.v1beta1.Query/AllBalances', queryAllBalances);
