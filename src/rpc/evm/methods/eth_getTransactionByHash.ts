/**
 * Implements `eth_getTransactionByHash`. The members that describe the block are null while the transaction is pending.
 */
import { ALICE, BLOCK_2_HASH, BOB, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';
import { transactionView } from '../views/transaction.js';

export const eth_getTransactionByHash = evmMethod({
  name: 'eth_getTransactionByHash',
  summary: 'Returns a mined or pending transaction.',
  params: [transactionHash],
  result: 'transaction or null',
  handler: ({ evm }, hash) => {
    const tx = evm.transaction(hash);
    return tx === undefined ? null : transactionView(tx);
  },
  example: {
    params: [TRANSFER_HASH],
    result: { hash: TRANSFER_HASH, blockHash: BLOCK_2_HASH, from: ALICE, to: BOB, nonce: '0x1', type: '0x2' },
  },
});
