/** `/cosmos.bank.v1beta1.Query/SupplyOf`: how much of a denom there is, 0 for one that nobody has. */
import { encodeCoin } from '../../../../codec/cosmos_tx.js';
import { ProtoWriter } from '../../../../codec/protobuf.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../query/define_query.js';
import { readRequest } from '../../../query/request.js';
import type { StateReader } from '../../../state/types.js';
import { checkDenom } from '../asked_denom.js';
import { supplyOf } from '../store.js';

function querySupplyOf(request: Bytes, state: StateReader): Bytes {
  const { denom } = readRequest(request, { 1: 'denom' }).texts;
  checkDenom(denom);
  const amount = supplyOf(state, denom).toString();
  return new ProtoWriter().message(1, encodeCoin({ denom, amount })).finish();
}

export const SupplyOf = defineQuery('/cosmos.bank.v1beta1.Query/SupplyOf', querySupplyOf);
