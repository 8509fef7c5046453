/** Implements the methods that count the transactions of a block. */
import type { EvmBlock } from '../../../backend/evm/block.js';
import { BLOCK_2_HASH } from '../../examples.js';
import { blockOfHash, viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { blockHash } from '../params/values.js';
import { quantity } from '../quantity.js';

export const eth_getBlockTransactionCountByHash = evmMethod({
  name: 'eth_getBlockTransactionCountByHash',
  summary: 'Counts the Ethereum transactions of a block.',
  params: [blockHash],
  result: 'quantity or null',
  handler: ({ evm }, which) => {
    const block = blockOfHash(evm, which);
    return block === undefined ? null : quantity(block.transactions.length);
  },
  example: { params: [BLOCK_2_HASH], result: '0x2' },
});

const count = ({ transactions }: EvmBlock): string => quantity(transactions.length);

export const eth_getBlockTransactionCountByNumber = evmMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'Counts the Ethereum transactions of a block.',
  params: [blockNumber],
  result: 'quantity or null',
  handler: ({ evm }, which) => viewOfBlock(evm, which, count, count),
  example: { params: ['0x2'], result: '0x2' },
});
