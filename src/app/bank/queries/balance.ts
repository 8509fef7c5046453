/** `/cosmos.bank.v1beta1.Query/Balance`: one coin of an account, of amount 0 when it has none. */
import { encodeCoin } from '../../../codec/cosmos_tx.js';
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { invalidArgument } from '../../query/failure.js';
import type { StateReader } from '../../state/types.js';
import { balanceOf } from '../store.js';
import { holderAddress } from './holder.js';

export function queryBalance(request: Bytes, state: StateReader): Bytes {
  const texts = { address: '', denom: '' };
  for (const reader = new ProtoReader(request); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) texts.address = reader.string();
    else if (field === 2) texts.denom = reader.string();
    else throw reader.unknown('QueryBalanceRequest');
  }
  if (texts.denom === '') throw invalidArgument('invalid denom: ');
  const amount = balanceOf(state, holderAddress(texts.address, state), texts.denom);
  return new ProtoWriter().message(1, encodeCoin({ denom: texts.denom, amount: amount.toString() })).finish();
}
