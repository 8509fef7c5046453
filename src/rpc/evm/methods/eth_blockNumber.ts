/** `eth_blockNumber`: the newest height for which every query answers. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const eth_blockNumber = evmMethod({
  name: 'eth_blockNumber',
  summary: 'Number of the newest block, which is the consensus height.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.head()),
  example: { params: [], result: '0x6' },
});
