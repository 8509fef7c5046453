/** `eth_hashrate`: nobody mines with work. */
import { evmMethod } from '../context.js';

export const eth_hashrate = evmMethod({
  name: 'eth_hashrate',
  summary: 'Hashes a second that the node makes: always 0.',
  params: [],
  result: 'quantity',
  handler: () => '0x0',
  example: { params: [], result: '0x0' },
});
