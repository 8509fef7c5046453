/** Implements `eth_blockNumber`: returns the newest height for which every query has an answer. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const eth_blockNumber = evmMethod({
  name: 'eth_blockNumber',
  summary: 'Returns the number of the newest block, which is the consensus height.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.head()),
  example: { params: [], result: '0x6' },
});
