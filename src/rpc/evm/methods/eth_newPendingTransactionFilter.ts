/**
 * Implements `eth_newPendingTransactionFilter`. The filter reports admission to the mempool, not inclusion in a block.
 * With `true` it reports whole transactions, as in geth.
 */
import { NEW_ID } from '../../examples.js';
import { evmMethod } from '../context.js';
import { wholeTransactions } from '../params/values.js';

export const eth_newPendingTransactionFilter = evmMethod({
  name: 'eth_newPendingTransactionFilter',
  summary: 'Creates a filter of transactions that enter the mempool.',
  params: [wholeTransactions],
  result: 'filter id',
  handler: ({ filters }, whole) => filters.newPendingTransactionFilter(whole),
  example: { params: [], result: NEW_ID },
});
