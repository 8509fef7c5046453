/** Implements `eth_getBlockByHash`. */

import { BLOCK_2_HASH, TRANSFER_HASH } from '../../examples.js';
import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockHash, fullTransactions } from '../params/values.js';

export const eth_getBlockByHash = evmMethod({
  name: 'eth_getBlockByHash',
  summary: 'Returns a block by its consensus header hash.',
  params: [blockHash, fullTransactions],
  result: 'block or null',
  handler: ({ evm, encodedBlocks }, hash, full) => encodedBlocks.of(blockOfHash(evm, hash), full),
  example: {
    params: [BLOCK_2_HASH, true],
    result: {
      number: '0x2',
      hash: BLOCK_2_HASH,
      transactions: [{ to: null }, { hash: TRANSFER_HASH, transactionIndex: '0x1' }],
    },
  },
});
