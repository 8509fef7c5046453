/** Checks the invariant of the store `wasm`: a bridge's balance covers what it has sent. */
import type { StateReader } from '../../state/types.js';
import { readBalance, readContracts, readSentOf } from './store.js';

export function wasmProblem(state: StateReader): string | undefined {
  for (const [bridge] of readContracts(state).filter(([, { kind }]) => kind === 'cw20-ics20')) {
    const out = new Map<string, bigint>();
    for (const [key, amount] of readSentOf(state, bridge)) {
      const denom = key.slice(key.indexOf('/') + 1);
      out.set(denom, (out.get(denom) ?? 0n) + amount);
    }
    for (const [denom, amount] of out) {
      const held = readBalance(state, denom.slice('cw20:'.length), bridge);
      if (held < amount) return `${bridge} has sent ${amount} of ${denom}, but its balance is ${held}`;
    }
  }
  return undefined;
}
