/** Implements `eth_syncing`. A devnet never has to catch up. */
import { evmMethod } from '../context.js';

export const eth_syncing = evmMethod({
  name: 'eth_syncing',
  summary: 'Returns whether the node is catching up: always false.',
  params: [],
  result: 'boolean',
  handler: () => false,
  example: { params: [], result: false },
});
