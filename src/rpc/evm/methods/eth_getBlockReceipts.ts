/** `eth_getBlockReceipts` (documented.md 2). */

import { BOB, CALL_HASH, CONTRACT } from '../../examples.js';
import { blockAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { block } from '../params/block.js';
import { receiptView } from '../views/receipt.js';

export const eth_getBlockReceipts = evmMethod({
  name: 'eth_getBlockReceipts',
  summary: 'All receipts of a block.',
  params: [block],
  result: 'array of receipts or null',
  handler: ({ evm }, which) => blockAt(evm, which)?.receipts.map(receiptView) ?? null,
  example: {
    params: ['0x3'],
    result: [
      { transactionHash: CALL_HASH, to: CONTRACT, status: '0x1' },
      { from: BOB, to: CONTRACT, transactionIndex: '0x1' },
    ],
  },
});
