/**
 * Implements `eth_pendingTransactions`. It lists those of all senders, as Hardhat does, but not transactions behind a
 * nonce gap.
 */
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { longAnswer } from '../stream_response.js';
import { pendingText } from '../views/pool.js';
import { transactionView } from '../views/transaction.js';

export const eth_pendingTransactions = evmMethod({
  name: 'eth_pendingTransactions',
  summary: 'Lists the pending transactions that the next block may include.',
  params: [],
  result: 'transactions, by sender and nonce',
  trustedOnly: true,
  handler: (context) => longAnswer(context, pendingText(context.evm.pooled(), transactionView)),
  example: { params: [], result: [{ from: BOB, nonce: '0x1', blockHash: null }, { nonce: '0x2' }] },
});
