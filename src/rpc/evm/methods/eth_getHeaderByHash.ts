/** Implements `eth_getHeaderByHash`, which returns the same object that `newHeads` pushes. */

import { BLOCK_3_HASH } from '../../examples.js';
import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockHash } from '../params/values.js';
import { headerView } from '../views/header.js';

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
