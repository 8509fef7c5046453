/** Implements `eth_call` with state and block overrides (evm-json-rpc.md 5.1, 5.2). */

import { to0x } from '../../../kernel/hex.js';
import { CONTRACT, COUNT_SELECTOR, word } from '../../examples.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { callFor } from '../hardhat/call_rules.js';
import { checkChainId, returnData, withStack } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { callObject } from '../params/call_object.js';
import { blockOverrides, stateOverrides } from '../params/overrides.js';

export const eth_call = evmMethod({
  name: 'eth_call',
  summary: 'Executes a call without changing the chain, and returns its output.',
  params: [callObject, stateBlock, stateOverrides, blockOverrides],
  result: 'data',
  handler: async ({ evm, compat, peer }, call, block, state, overrides) => {
    checkChainId(evm, call);
    const run = callFor(evm, compat, call, overrides);
    const at = stateAt(evm, block);
    const outcome = await evm.call({ client: peer, ...run.call }, at, state, run.overrides);
    evm.logConsole('eth_call', outcome.consoleCalls);
    const output = (): string => to0x(returnData(compat, outcome));
    if (outcome.type === 'success') return output();
    return withStack(evm, output, () => evm.explainCall(run.call, outcome, at, state, run.overrides));
  },
  example: { params: [{ to: CONTRACT, data: COUNT_SELECTOR }, 'latest'], result: word(2) },
});
