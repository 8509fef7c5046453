/** Implements the methods that return the header of a block. */
import { BLOCK_3_HASH } from '../../examples.js';
import { blockOfHash, viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { blockHash } from '../params/values.js';
import { headerView } from '../views/block.js';
import { pendingHeaderView } from '../views/pool.js';

/** The result is the same object that `newHeads` pushes. */
export const eth_getHeaderByHash = evmMethod({
  name: 'eth_getHeaderByHash',
  summary: 'Returns a header by its hash.',
  params: [blockHash],
  result: 'header or null',
  handler: ({ evm }, hash) => {
    const block = blockOfHash(evm, hash);
    return block === undefined ? null : headerView(block);
  },
  example: { params: [BLOCK_3_HASH], result: { number: '0x3', hash: BLOCK_3_HASH } },
});

export const eth_getHeaderByNumber = evmMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'Returns a header by its number or a tag.',
  params: [blockNumber],
  result: 'header or null',
  handler: ({ evm }, number) => viewOfBlock(evm, number, headerView, pendingHeaderView),
  example: { params: ['0x3'], result: { number: '0x3', hash: BLOCK_3_HASH } },
});
