/** Implements the namespace `txpool` (evm-json-rpc.md 1.4). */
import { BOB, BOB_CHECKSUMMED } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';
import { quantity } from '../quantity.js';
import { longAnswer } from '../stream_response.js';
import { poolText, senderText, transactionLine } from '../views/pool.js';
import { transactionView } from '../views/transaction.js';

export const txpool_content = evmMethod({
  name: 'txpool_content',
  summary: 'Returns the transactions in the mempool, by sender and nonce.',
  params: [],
  result: 'object: pending and queued, each by sender and nonce',
  handler: (context) => longAnswer(context, poolText(context.evm.pooled(), transactionView)),
  example: {
    params: [],
    result: { pending: { [BOB_CHECKSUMMED]: { '1': { from: BOB, nonce: '0x1', blockHash: null } } }, queued: {} },
  },
});

export const txpool_contentFrom = evmMethod({
  name: 'txpool_contentFrom',
  summary: 'Returns the transactions of one sender in the mempool, by nonce.',
  params: [address],
  result: 'object: pending and queued, each by nonce',
  handler: (context, sender) => longAnswer(context, senderText(context.evm.pooledOf(sender), transactionView)),
  example: { params: [BOB], result: { pending: { '1': { from: BOB, nonce: '0x1', blockHash: null } }, queued: {} } },
});

export const txpool_inspect = evmMethod({
  name: 'txpool_inspect',
  summary: 'Summarizes each transaction in the mempool in one line, by sender and nonce.',
  params: [],
  result: 'object: pending and queued, each by sender and nonce',
  handler: (context) => longAnswer(context, poolText(context.evm.pooled(), transactionLine)),
  example: {
    params: [],
    result: {
      pending: {
        [BOB_CHECKSUMMED]: { '1': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266: 1 wei + 21000 gas × 4000000000 wei' },
      },
      queued: {},
    },
  },
});

export const txpool_status = evmMethod({
  name: 'txpool_status',
  summary: 'Counts the transactions in the mempool.',
  params: [],
  result: 'object: pending and queued, quantities',
  handler: ({ evm }) => {
    const { pending, queued } = evm.pooledCounts();
    return { pending: quantity(pending), queued: quantity(queued) };
  },
  example: { params: [], result: { pending: '0x2', queued: '0x0' } },
});
