/** `eth_syncing`: a devnet has nothing to catch up with. */
import { evmMethod } from '../context.js';

export const eth_syncing = evmMethod({
  name: 'eth_syncing',
  summary: 'Whether the node is catching up: always false.',
  params: [],
  result: 'boolean',
  handler: () => false,
  example: { params: [], result: false },
});
