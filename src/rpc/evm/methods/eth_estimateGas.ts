/**
 * Implements `eth_estimateGas` (evm-json-rpc.md 5.4). The default block is `pending`, as on development nodes and on
 * Cosmos nodes.
 */

import { ALICE, BOB } from '../../examples.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { estimateFor } from '../hardhat/call_rules.js';
import { checkChainId, estimatedGas, withStack } from '../outcomes.js';
import { nextBlock } from '../params/block.js';
import { callObject } from '../params/call_object.js';
import { blockOverrides, stateOverrides } from '../params/overrides.js';
import { quantity } from '../quantity.js';

export const eth_estimateGas = evmMethod({
  name: 'eth_estimateGas',
  summary: 'Returns the least gas limit with which a call succeeds and every frame ends as it does with all gas.',
  params: [callObject, nextBlock, stateOverrides, blockOverrides],
  result: 'quantity',
  handler: async ({ evm, compat, peer }, call, block, state, overrides) => {
    checkChainId(evm, call);
    const run = estimateFor(evm, compat, call, overrides);
    const at = stateAt(evm, block);
    const estimate = await evm.estimateGas({ client: peer, ...run.call }, at, state, run.overrides);
    evm.logConsole('eth_estimateGas', estimate.outcome.consoleCalls);
    const gas = (): string => quantity(estimatedGas(compat, estimate));
    if (estimate.gas !== undefined) return gas();
    return withStack(evm, gas, () => evm.explainCall(run.call, estimate.outcome, at, state, run.overrides));
  },
  example: { params: [{ from: ALICE, to: BOB, value: '0x1' }], result: '0x5208' },
});
