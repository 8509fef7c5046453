/** `net_listening`. */
import { evmMethod } from '../context.js';

export const net_listening = evmMethod({
  name: 'net_listening',
  summary: 'Whether the node takes connections: always true.',
  params: [],
  result: 'boolean',
  handler: () => true,
  example: { params: [], result: true },
});
