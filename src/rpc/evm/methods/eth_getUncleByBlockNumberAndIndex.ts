/** Implements `eth_getUncleByBlockNumberAndIndex`. No block has uncles. */

import { blockAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { index } from '../params/values.js';

export const eth_getUncleByBlockNumberAndIndex = evmMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'Returns an uncle of a block: always null.',
  params: [blockNumber, index],
  result: 'null',
  handler: ({ evm }, which, _index) => {
    // A node that lacks the block does not know its uncles.
    blockAt(evm, which);
    return null;
  },
  example: { params: ['0x1', '0x0'], result: null },
});
