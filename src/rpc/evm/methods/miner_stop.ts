/** Implements `miner_stop` as a stub, as on a node (evm-json-rpc.md 1.8). */
import { evmMethod } from '../context.js';

export const miner_stop = evmMethod({
  name: 'miner_stop',
  summary: 'Returns null and stops nothing: use evm_setAutomine and evm_setIntervalMining.',
  params: [],
  result: 'null',
  handler: () => null,
  example: { params: [], result: null },
});
