/** Implements the methods of filters that a client polls. */
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { BLOCK_FILTER, CONTRACT, HEAD_HASH, LOG_FILTER, NEW_ID } from '../../examples.js';
import { evmMethod } from '../context.js';
import { answerLogs } from '../logs/get_logs.js';
import { logFilter } from '../params/log_filter.js';
import { filterId, wholeTransactions } from '../params/values.js';
import type { FilterChanges } from '../subscriptions/filter_store.js';
import { logViews } from '../views/receipt.js';
import { transactionView } from '../views/transaction.js';

/** The filter reports logs of blocks that follow its creation. */
export const eth_newFilter = evmMethod({
  name: 'eth_newFilter',
  summary: 'Creates a filter of logs.',
  params: [logFilter],
  result: 'filter id',
  handler: ({ filters }, filter) => filters.newLogFilter(filter),
  example: { params: [{ address: CONTRACT }], result: NEW_ID },
});

export const eth_newBlockFilter = evmMethod({
  name: 'eth_newBlockFilter',
  summary: 'Creates a filter of new blocks.',
  params: [],
  result: 'filter id',
  handler: ({ filters }) => filters.newBlockFilter(),
  example: { params: [], result: NEW_ID },
});

/**
 * The filter reports admission to the mempool, not inclusion in a block. With `true` it reports whole transactions, as
 * in geth.
 */
export const eth_newPendingTransactionFilter = evmMethod({
  name: 'eth_newPendingTransactionFilter',
  summary: 'Creates a filter of transactions that enter the mempool.',
  params: [wholeTransactions],
  result: 'filter id',
  handler: ({ filters }, whole) => filters.newPendingTransactionFilter(whole),
  example: { params: [], result: NEW_ID },
});

/** Writes what a filter has collected: hashes, transactions or logs. */
export function changesView(changes: FilterChanges): Json {
  switch (changes.type) {
    case 'logs':
      return logViews(changes.logs);
    case 'transactions':
      return changes.transactions.map(transactionView);
    case 'hashes':
      return changes.hashes.map(to0x);
  }
}

export const eth_getFilterChanges = evmMethod({
  name: 'eth_getFilterChanges',
  summary: 'Returns what a filter has collected since the last poll.',
  params: [filterId],
  result: 'array of hashes, transactions or logs',
  handler: ({ filters }, id) => changesView(filters.changes(id)),
  example: { params: [BLOCK_FILTER], result: [HEAD_HASH] },
});

/** The whole query of the log filter runs, not only for new logs. */
export const eth_getFilterLogs = evmMethod({
  name: 'eth_getFilterLogs',
  summary: 'Returns all logs that match a log filter.',
  params: [filterId],
  result: 'array of logs',
  handler: (context, id) => answerLogs(context, context.filters.criteria(id)),
  example: {
    params: [LOG_FILTER],
    result: [
      { address: CONTRACT, logIndex: '0x0' },
      { address: CONTRACT, logIndex: '0x1' },
    ],
  },
});

export const eth_uninstallFilter = evmMethod({
  name: 'eth_uninstallFilter',
  summary: 'Removes a filter; returns false when it does not exist.',
  params: [filterId],
  result: 'boolean',
  handler: ({ filters }, id) => filters.uninstall(id),
  example: { params: [BLOCK_FILTER], result: true },
});
