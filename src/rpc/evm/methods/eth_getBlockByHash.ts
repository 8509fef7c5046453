/** `eth_getBlockByHash`. */

import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { BLOCK_1_HASH, TRANSFER_HASH } from '../examples.js';
import { blockHash, fullTransactions } from '../params/values.js';

export const eth_getBlockByHash = evmMethod({
  name: 'eth_getBlockByHash',
  summary: 'A block by its consensus header hash.',
  params: [blockHash, fullTransactions],
  result: 'block or null',
  handler: ({ evm, encodedBlocks }, hash, full) => encodedBlocks.of(blockOfHash(evm, hash), full),
  example: {
    params: [BLOCK_1_HASH, true],
    result: { number: '0x1', hash: BLOCK_1_HASH, transactions: [{ hash: TRANSFER_HASH, transactionIndex: '0x0' }] },
  },
});
