/** `eth_getHeaderByNumber`: a block without what is in it. */

import { blockAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { BLOCK_2_HASH } from '../examples.js';
import { blockNumber } from '../params/block.js';
import { headerView } from '../views/header.js';

export const eth_getHeaderByNumber = evmMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'A header by number or tag.',
  params: [blockNumber],
  result: 'header or null',
  handler: ({ evm }, number) => {
    const block = blockAt(evm, number);
    return block === undefined ? null : headerView(block);
  },
  example: { params: ['0x2'], result: { number: '0x2', hash: BLOCK_2_HASH } },
});
