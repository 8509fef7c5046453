/** Implements `eth_mining`: returns whether automine is on, which is what clients of ganache expect. */
import { evmMethod } from '../context.js';

export const eth_mining = evmMethod({
  name: 'eth_mining',
  summary: 'Returns whether automine is on.',
  params: [],
  result: 'boolean',
  handler: ({ evm }) => evm.isAutomine(),
  example: { params: [], result: false },
});
