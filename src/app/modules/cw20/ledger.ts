/** Moves a token from holder to holder (cw20-base `execute_transfer`). */
import type { WorkingState } from '../../state/types.js';
import { executeFailed } from './failure.js';
import { readBalance, writeBalance } from './store.js';

/** Moves tokens. Throws TxFailure where `from` has less. */
export function moveTokens(state: WorkingState, token: string, from: string, to: string, amount: bigint): void {
  const held = readBalance(state, token, from);
  if (held < amount) throw executeFailed(`Overflow: Cannot Sub with ${held} and ${amount}`);
  writeBalance(state, token, from, held - amount);
  writeBalance(state, token, to, readBalance(state, token, to) + amount);
}
