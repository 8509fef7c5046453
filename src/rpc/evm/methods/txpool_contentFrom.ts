/** Implements `txpool_contentFrom` (evm-json-rpc.md 1.4). */
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';
import { longAnswer } from '../stream_response.js';
import { senderText } from '../views/pool.js';
import { transactionView } from '../views/transaction.js';

export const txpool_contentFrom = evmMethod({
  name: 'txpool_contentFrom',
  summary: 'Returns the transactions of one sender in the mempool, by nonce.',
  params: [address],
  result: 'object: pending and queued, each by nonce',
  handler: (context, sender) => longAnswer(context, senderText(context.evm.pooledOf(sender), transactionView)),
  example: { params: [BOB], result: { pending: { '1': { from: BOB, nonce: '0x1', blockHash: null } }, queued: {} } },
});
