/** `/ibc.applications.transfer.v1.Query/TotalEscrowForDenom` returns how much of a denom is in escrow here. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { checkDenom } from '../../bank/asked_denom.js';
import { coinOf } from '../../bank/store.js';
import { totalEscrow } from '../store.js';

export const TotalEscrowForDenom = defineQuery('/ibc.applications.transfer.v1.Query/TotalEscrowForDenom', {
  request: message(
    'ibc.applications.transfer.v1.QueryTotalEscrowForDenomRequest',
    { denom: string(1) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryTotalEscrowForDenomResponse', { amount: embedded(1, Coin) }),
  answer({ denom }, state) {
    checkDenom(denom);
    return { amount: coinOf({ denom, amount: totalEscrow(state, denom) }) };
  },
});
