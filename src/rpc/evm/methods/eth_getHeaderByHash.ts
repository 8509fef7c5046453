/** `eth_getHeaderByHash`: the same object that `newHeads` pushes. */

import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { BLOCK_2_HASH } from '../examples.js';
import { blockHash } from '../params/values.js';
import { headerView } from '../views/header.js';

export const eth_getHeaderByHash = evmMethod({
  name: 'eth_getHeaderByHash',
  summary: 'A header by its hash.',
  params: [blockHash],
  result: 'header or null',
  handler: ({ evm }, hash) => {
    const block = blockOfHash(evm, hash);
    return block === undefined ? null : headerView(block);
  },
  example: { params: [BLOCK_2_HASH], result: { number: '0x2', hash: BLOCK_2_HASH } },
});
