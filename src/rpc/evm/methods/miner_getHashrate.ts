/** Implements `miner_getHashrate` as a stub, as on a node (evm-json-rpc.md 1.8). */
import { evmMethod } from '../context.js';

export const miner_getHashrate = evmMethod({
  name: 'miner_getHashrate',
  summary: 'Returns the hashes per second of proof of work: always 0.',
  params: [],
  result: '0',
  handler: () => 0,
  example: { params: [], result: 0 },
});
