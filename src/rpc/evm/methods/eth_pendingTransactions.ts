/** `eth_pendingTransactions`: of all senders, as Hardhat has it; what waits for an earlier nonce is not among them. */
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { longAnswer } from '../stream_response.js';
import { pendingText } from '../views/pool.js';
import { transactionView } from '../views/transaction.js';

export const eth_pendingTransactions = evmMethod({
  name: 'eth_pendingTransactions',
  summary: 'Transactions that wait for a block.',
  params: [],
  result: 'transactions, by sender and nonce',
  trustedOnly: true,
  handler: (context) => longAnswer(context, pendingText(context.evm.pooled(), transactionView)),
  example: { params: [], result: [{ from: BOB, nonce: '0x1', blockHash: null }, { nonce: '0x2' }] },
});
