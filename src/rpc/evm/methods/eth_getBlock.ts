/** Implements the methods that return a block. */
import { whenKnown } from '../../../kernel/awaitable.js';
import { BLOCK_2_HASH, BLOCK_3_HASH, CALL_HASH, TRANSFER_HASH } from '../../examples.js';
import { blockAt, blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { blockHash, fullTransactions } from '../params/values.js';
import { pendingBlockView } from '../views/pool.js';

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

/** The hash is the consensus header hash, which is not known yet for `pending`. */
export const eth_getBlockByNumber = evmMethod({
  name: 'eth_getBlockByNumber',
  summary: 'Returns a block by its number or a tag.',
  params: [blockNumber, fullTransactions],
  result: 'block or null',
  handler: ({ evm, encodedBlocks }, number, full) =>
    number.type === 'pending'
      ? whenKnown(evm.pendingBlock(), (block) => pendingBlockView(block, full))
      : encodedBlocks.of(blockAt(evm, number), full),
  example: {
    params: ['0x3', false],
    result: { number: '0x3', hash: BLOCK_3_HASH, parentHash: BLOCK_2_HASH, transactions: [CALL_HASH, {}] },
  },
});
