/** Implements `eth_getUncleCountByBlockHash`. No block has uncles. */

import { BLOCK_2_HASH } from '../../examples.js';
import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockHash } from '../params/values.js';

export const eth_getUncleCountByBlockHash = evmMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'Counts the uncles of a block: always zero.',
  params: [blockHash],
  result: 'quantity or null',
  handler: ({ evm }, which) => (blockOfHash(evm, which) === undefined ? null : '0x0'),
  example: { params: [BLOCK_2_HASH], result: '0x0' },
});
