/** Implements `eth_getBlockTransactionCountByHash`. It counts Ethereum transactions only. */

import { BLOCK_2_HASH } from '../../examples.js';
import { blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
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
