/** Implements `eth_getUncleCountByBlockNumber`. No block has uncles. */

import { blockAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';

export const eth_getUncleCountByBlockNumber = evmMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'Counts the uncles of a block: always zero.',
  params: [blockNumber],
  result: 'quantity or null',
  handler: ({ evm }, which) => (blockAt(evm, which) === undefined ? null : '0x0'),
  example: { params: ['0x1'], result: '0x0' },
});
