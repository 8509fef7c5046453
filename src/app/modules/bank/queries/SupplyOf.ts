/** `/cosmos.bank.v1beta1.Query/SupplyOf` returns the supply of a denom. It is 0 for an unknown denom. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { checkDenom } from '../asked_denom.js';
import { coinOf, supplyOf } from '../store.js';

export const SupplyOf = defineQuery('/cosmos.bank.v1beta1.Query/SupplyOf', {
  request: message('cosmos.bank.v1beta1.QuerySupplyOfRequest', { denom: string(1) }, { lenient: true }),
  response: message('cosmos.bank.v1beta1.QuerySupplyOfResponse', { amount: embedded(1, Coin) }),
  answer({ denom }, state) {
    checkDenom(denom);
    return { amount: coinOf({ denom, amount: supplyOf(state, denom) }) };
  },
});
