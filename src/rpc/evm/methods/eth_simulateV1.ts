/**
 * Implements `eth_simulateV1` (evm-json-rpc.md 5.8): simulates a sequence of blocks with calls. A decided block has the
 * hash of its consensus header. Simulated blocks have no such header, so their hash is that of their Ethereum header.
 */
import type { EvmSimulatedBlock, EvmSimulatedCall, EvmSimulationOutcome } from '../../../backend/evm/execution.js';
import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB, CONTRACT, COUNT_SELECTOR, word } from '../../examples.js';
import { EXECUTION_REVERTED, RpcError } from '../../jsonrpc/errors.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { checkChainId, revertMessage } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { simulation } from '../params/simulation.js';
import { quantity } from '../quantity.js';
import { SIMULATION_CODES } from '../simulation_codes.js';
import { blockView } from '../views/block.js';
import type { Json } from '../views/json.js';
import { logView } from '../views/receipt.js';

/** Code of a call that the EVM halted. */
const VM_ERROR = -32015;

/**
 * Returns the blocks of a simulation as JSON, with the error codes and the call results of execution-apis
 * (`src/eth/execute.yaml`). Throws RpcError when the simulation was refused.
 */
function simulatedBlocks(outcome: EvmSimulationOutcome, fullTransactions: boolean): Json {
  if (outcome.type === 'refused') throw new RpcError(SIMULATION_CODES[outcome.problem], outcome.reason);
  return outcome.blocks.map((simulated) => simulatedBlock(simulated, fullTransactions));
}

const simulatedBlock = ({ block, calls }: EvmSimulatedBlock, fullTransactions: boolean): Json => ({
  ...blockView(block, fullTransactions),
  calls: calls.map(simulatedCall),
});

function simulatedCall({ outcome, maxUsedGas, logs }: EvmSimulatedCall): Json {
  const used = { gasUsed: quantity(outcome.gasUsed), maxUsedGas: quantity(maxUsedGas) };
  switch (outcome.type) {
    case 'success':
      return { returnData: to0x(outcome.returnData), logs: logs.map(logView), ...used, status: '0x1' };
    case 'revert': {
      const data = to0x(outcome.data);
      const error = { message: revertMessage(outcome.data), code: EXECUTION_REVERTED, data };
      return { returnData: data, logs: [], ...used, status: '0x0', error };
    }
    case 'halt': {
      const error = { message: `vm execution error: ${outcome.reason}`, code: VM_ERROR };
      return { returnData: '0x', logs: [], ...used, status: '0x0', error };
    }
  }
}

export const eth_simulateV1 = evmMethod({
  name: 'eth_simulateV1',
  summary: 'Simulates blocks of calls on top of a block, each on the state of the previous one.',
  params: [simulation, stateBlock],
  result: 'array of blocks, each with `calls`: {returnData, logs, gasUsed, maxUsedGas, status, error?}',
  handler: async ({ evm, peer }, { returnFullTransactions, ...request }, block) => {
    for (const { calls } of request.blocks) for (const call of calls) checkChainId(evm, call);
    const outcome = await evm.simulate({ ...request, client: peer }, stateAt(evm, block));
    return simulatedBlocks(outcome, returnFullTransactions);
  },
  example: {
    params: [
      {
        blockStateCalls: [
          { calls: [{ from: ALICE, to: CONTRACT }] },
          {
            calls: [
              { to: CONTRACT, input: COUNT_SELECTOR },
              { from: BOB, to: ALICE, value: '0x1' },
            ],
          },
        ],
      },
      'latest',
    ],
    result: [
      { number: '0x7', calls: [{ status: '0x1', logs: [{ address: CONTRACT, logIndex: '0x0' }] }] },
      { number: '0x8', calls: [{ returnData: word(3) }, { status: '0x1', gasUsed: '0x5208' }] },
    ],
  },
});
