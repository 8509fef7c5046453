/** `eth_getBlockTransactionCountByNumber`: Ethereum transactions only. */

import { blockAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { quantity } from '../quantity.js';

export const eth_getBlockTransactionCountByNumber = evmMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'Number of Ethereum transactions in a block.',
  params: [blockNumber],
  result: 'quantity or null',
  handler: ({ evm }, which) => {
    const block = blockAt(evm, which);
    return block === undefined ? null : quantity(block.transactions.length);
  },
  example: { params: ['0x2'], result: '0x2' },
});
