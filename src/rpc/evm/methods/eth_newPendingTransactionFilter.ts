/** `eth_newPendingTransactionFilter`: reports admission to the mempool, not inclusion. */
import { NEW_ID } from '../../examples.js';
import { evmMethod } from '../context.js';

export const eth_newPendingTransactionFilter = evmMethod({
  name: 'eth_newPendingTransactionFilter',
  summary: 'Creates a filter of transactions that enter the mempool.',
  params: [],
  result: 'filter id',
  handler: ({ filters }) => filters.newPendingTransactionFilter(),
  example: { params: [], result: NEW_ID },
});
