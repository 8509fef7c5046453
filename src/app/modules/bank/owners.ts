/** Lists the owners of a denom's coins. */
import { type Bytes, compareBytes, equalBytes } from '../../../kernel/bytes.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { internal } from '../../sdk/query/failure.js';
import type { CommittedState, StateReader } from '../../state/types.js';
import { balanceOf, holders } from './store.js';

export interface Owner {
  readonly address: Bytes;
  readonly amount: bigint;
}

/**
 * Returns the owners of a denom, ascending by address. It reads all holders, because there is no index. Throws
 * SdkQueryError on a forked chain.
 */
export function ownersOf(state: StateReader, denom: string): readonly Owner[] {
  const isBase = denom === readChainParams(state).baseDenom;
  return (isBase ? accountsOf(state) : distinct(holders(state)))
    .map((address) => ({ address, amount: balanceOf(state, address, denom) }))
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => compareBytes(a.address, b.address));
}

/** Returns the EVM's accounts, which are the base denom's holders. */
function accountsOf(state: StateReader): readonly Bytes[] {
  if (!isCommitted(state)) throw internal('the accounts of the chain below a forked one cannot be listed');
  return [...state.accounts()].map(([address]) => address);
}

const isCommitted = (state: StateReader): state is CommittedState => 'accounts' in state;

function distinct(ascending: Iterable<Bytes>): readonly Bytes[] {
  const found: Bytes[] = [];
  for (const address of ascending) {
    const last = found.at(-1);
    if (last === undefined || !equalBytes(last, address)) found.push(address);
  }
  return found;
}
