/** Implements `txpool_inspect` (evm-json-rpc.md 1.4). */
import { BOB_CHECKSUMMED } from '../../examples.js';
import { evmMethod } from '../context.js';
import { longAnswer } from '../stream_response.js';
import { poolText, transactionLine } from '../views/pool.js';

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
