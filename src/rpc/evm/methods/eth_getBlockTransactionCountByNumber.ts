/** Implements `eth_getBlockTransactionCountByNumber`. It counts Ethereum transactions only. */

import type { EvmBlock } from '../../../backend/evm/block.js';
import { viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { quantity } from '../quantity.js';

const count = ({ transactions }: EvmBlock): string => quantity(transactions.length);

export const eth_getBlockTransactionCountByNumber = evmMethod({
  name: 'eth_getBlockTransactionCountByNumber',
  summary: 'Counts the Ethereum transactions of a block.',
  params: [blockNumber],
  result: 'quantity or null',
  handler: ({ evm }, which) => viewOfBlock(evm, which, count, count),
  example: { params: ['0x2'], result: '0x2' },
});
