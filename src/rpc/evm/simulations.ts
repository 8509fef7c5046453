/**
 * Turns simulations into JSON, with the error codes and the call results of execution-apis (`src/eth/execute.yaml`).
 */

import type { EvmSimulatedBlock, EvmSimulatedCall, EvmSimulationOutcome } from '../../backend/evm/simulation.js';
import { to0x } from '../../kernel/hex.js';
import { EXECUTION_REVERTED, RpcError } from '../jsonrpc/errors.js';
import { quantity } from './quantity.js';
import { revertMessage } from './revert.js';
import { SIMULATION_CODES } from './simulation_codes.js';
import { blockView } from './views/block.js';
import type { Json } from './views/json.js';
import { logView } from './views/log.js';

/** Is the code of a call that the EVM halted. */
const VM_ERROR = -32015;

/** Returns the blocks. Throws RpcError when the simulation was refused. */
export function simulatedBlocks(outcome: EvmSimulationOutcome, fullTransactions: boolean): Json {
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
