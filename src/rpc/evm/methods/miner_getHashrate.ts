/** `miner_getHashrate`: a stub, as on a node (evm-json-rpc.md 1.8). */
import { evmMethod } from '../context.js';

export const miner_getHashrate = evmMethod({
  name: 'miner_getHashrate',
  summary: 'Hashes in a second: none, as nothing is mined by work.',
  params: [],
  result: '0',
  handler: () => 0,
  example: { params: [], result: 0 },
});
