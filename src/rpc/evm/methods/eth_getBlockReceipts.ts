/** Implements `eth_getBlockReceipts` (documented.md 2). */

import { BOB, CALL_HASH, CONTRACT } from '../../examples.js';
import { viewOfBlock } from '../blocks.js';
import { evmMethod } from '../context.js';
import { block } from '../params/block.js';
import { pendingReceiptView } from '../views/pool.js';
import { receiptView } from '../views/receipt.js';

export const eth_getBlockReceipts = evmMethod({
  name: 'eth_getBlockReceipts',
  summary: 'Returns all receipts of a block.',
  params: [block],
  result: 'array of receipts or null',
  handler: ({ evm }, which) =>
    viewOfBlock(
      evm,
      which,
      ({ receipts }) => receipts.map(receiptView),
      ({ receipts }) => receipts.map(pendingReceiptView),
    ),
  example: {
    params: ['0x3'],
    result: [
      { transactionHash: CALL_HASH, to: CONTRACT, status: '0x1' },
      { from: BOB, to: CONTRACT, transactionIndex: '0x1' },
    ],
  },
});
