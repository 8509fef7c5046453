/** `/cosmos.bank.v1beta1.Query/Balance`: one coin of an account, of amount 0 when it has none. */
import { encodeCoin } from '../../../../codec/cosmos_tx.js';
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { checkDenom } from '../asked_denom.js';
import { holderAddress } from '../holder.js';
import { balanceOf } from '../store.js';

function queryBalance(request: Bytes, state: StateReader): Bytes {
  const { address, denom } = readRequest(request, { 1: 'address', 2: 'denom' }).texts;
  checkDenom(denom);
  const amount = balanceOf(state, holderAddress(address, state), denom);
  return new ProtoWriter().message(1, encodeCoin({ denom, amount: amount.toString() })).finish();
}

export const Balance = defineQuery('/cosmos.bank.v1beta1.Query/Balance', queryBalance);
