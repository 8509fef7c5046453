/** Implements `eth_getTransactionReceipt`. It responds immediately, even for an unknown hash. */
import { BLOCK_2_HASH, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';
import { receiptView } from '../views/receipt.js';

export const eth_getTransactionReceipt = evmMethod({
  name: 'eth_getTransactionReceipt',
  summary: 'Returns the receipt of a mined transaction.',
  params: [transactionHash],
  result: 'receipt or null',
  handler: ({ evm }, hash) => {
    const receipt = evm.receipt(hash);
    return receipt === undefined ? null : receiptView(receipt);
  },
  example: {
    params: [TRANSFER_HASH],
    result: { transactionHash: TRANSFER_HASH, blockHash: BLOCK_2_HASH, status: '0x1', gasUsed: '0x5208', logs: [] },
  },
});
