/** Implements `eth_hashrate`. There is no proof of work. */
import { evmMethod } from '../context.js';

export const eth_hashrate = evmMethod({
  name: 'eth_hashrate',
  summary: 'Returns the hashes per second of proof of work: always 0.',
  params: [],
  result: 'quantity',
  handler: () => '0x0',
  example: { params: [], result: '0x0' },
});
