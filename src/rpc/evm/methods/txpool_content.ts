/** Implements `txpool_content` (evm-json-rpc.md 1.4). */
import { BOB, BOB_CHECKSUMMED } from '../../examples.js';
import { evmMethod } from '../context.js';
import { longAnswer } from '../stream_response.js';
import { poolText } from '../views/pool.js';
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
