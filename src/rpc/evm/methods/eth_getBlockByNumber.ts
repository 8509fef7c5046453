/** `eth_getBlockByNumber`: the hash is the consensus header hash. */

import { blockAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { BLOCK_1_HASH, BLOCK_2_HASH, CALL_HASH } from '../examples.js';
import { blockNumber } from '../params/block.js';
import { fullTransactions } from '../params/values.js';

export const eth_getBlockByNumber = evmMethod({
  name: 'eth_getBlockByNumber',
  summary: 'A block by number or tag.',
  params: [blockNumber, fullTransactions],
  result: 'block or null',
  handler: ({ evm, encodedBlocks }, number, full) => encodedBlocks.of(blockAt(evm, number), full),
  example: {
    params: ['latest', false],
    result: { number: '0x2', hash: BLOCK_2_HASH, parentHash: BLOCK_1_HASH, transactions: [CALL_HASH] },
  },
});
