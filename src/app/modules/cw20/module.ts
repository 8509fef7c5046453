/**
 * Implements CW20 tokens and their bridge with wasmd's interface but without its virtual machine. The genesis document
 * names contracts of two fixed kinds, whose rules are cw-plus's cw20-base and cw20-ics20.
 */
import { defineModule } from '../../sdk/module/module.js';
import { exportWasm, parseWasmGenesis, writeWasmGenesis } from './genesis.js';
import { wasmProblem } from './invariants.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

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
