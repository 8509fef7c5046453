/** Implements `txpool_status` (evm-json-rpc.md 1.4). */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

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
