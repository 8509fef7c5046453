/** `eth_mining`: whether blocks come by themselves; clients of ganache ask it for automine. */
import { evmMethod } from '../context.js';

export const eth_mining = evmMethod({
  name: 'eth_mining',
  summary: 'Whether a block follows each transaction at once.',
  params: [],
  result: 'boolean',
  handler: ({ evm }) => evm.isAutomine(),
  example: { params: [], result: false },
});
