/** Implements `eth_getHeaderByNumber`: returns a block without its content. */

import { BLOCK_3_HASH } from '../../examples.js';
import { viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { headerView } from '../views/header.js';
import { pendingHeaderView } from '../views/pending.js';

export const eth_getHeaderByNumber = evmMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'Returns a header by its number or a tag.',
  params: [blockNumber],
  result: 'header or null',
  handler: ({ evm }, number) => viewOfBlock(evm, number, headerView, pendingHeaderView),
  example: { params: ['0x3'], result: { number: '0x3', hash: BLOCK_3_HASH } },
});
