/** `/cosmos.bank.v1beta1.Query/Balance` returns one coin of an account. Its amount is 0 when the account has none. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { checkDenom } from '../asked_denom.js';
import { holderAddress } from '../holder.js';
import { balanceOf, coinOf } from '../store.js';

export const Balance = defineQuery('/cosmos.bank.v1beta1.Query/Balance', {
  request: message(
    'cosmos.bank.v1beta1.QueryBalanceRequest',
    { address: string(1), denom: string(2) },
    { lenient: true },
  ),
  response: message('cosmos.bank.v1beta1.QueryBalanceResponse', { balance: embedded(1, Coin) }),
  answer({ address, denom }, state) {
    checkDenom(denom);
    return { balance: coinOf({ denom, amount: balanceOf(state, holderAddress(address, state), denom) }) };
  },
});
