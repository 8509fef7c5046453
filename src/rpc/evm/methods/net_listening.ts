/** Implements `net_listening`. */
import { evmMethod } from '../context.js';

export const net_listening = evmMethod({
  name: 'net_listening',
  summary: 'Returns whether the node accepts connections: always true.',
  params: [],
  result: 'boolean',
  handler: () => true,
  example: { params: [], result: true },
});
