/**
 * Implements CW20 tokens and their bridge with wasmd's interface but without its virtual machine. The genesis document
 * names contracts of two fixed kinds, whose rules are cw-plus's cw20-base and cw20-ics20.
 */
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader } from '../../state/types.js';
import { exportWasm, parseWasmGenesis, writeWasmGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { readBalance, readContracts, readSentOf } from './store.js';

/** Checks the invariant of the store `wasm`: a bridge's balance covers what it has sent. */
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

export const cw20 = defineModule({
  name: 'wasm',
  stores: ['wasm'],
  accounts: [],
  genesis: {
    parse: (node, { params }) => parseWasmGenesis(node, params.bech32Prefix),
    write: writeWasmGenesis,
    export: exportWasm,
  },
  messages: MESSAGES,
  queries: QUERIES,
  problem: wasmProblem,
});
