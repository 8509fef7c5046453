/** The error codes of `eth_simulateV1` (execution-apis `src/eth/execute.yaml`). */
import type { EvmSimulationProblem } from '../../backend/evm/execution.js';
import { INVALID_PARAMS, SERVER_ERROR } from '../jsonrpc/errors.js';

export const SIMULATION_CODES: Readonly<Record<EvmSimulationProblem, number>> = {
  'nonce too low': -38010,
  'nonce too high': -38011,
  'base fee too low': -38012,
  'intrinsic gas': -38013,
  'insufficient funds': -38014,
  'block gas limit': -38015,
  'block number': -38020,
  'block timestamp': -38021,
  'init code size': -38025,
  'limit exceeded': -38026,
  'invalid fees': INVALID_PARAMS,
  refused: SERVER_ERROR,
};
