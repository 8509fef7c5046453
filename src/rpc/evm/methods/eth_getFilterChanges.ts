/** Implements `eth_getFilterChanges`, which also keeps the filter from expiring. */
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_FILTER, HEAD_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { filterId } from '../params/values.js';
import type { FilterChanges } from '../subscriptions/filter_store.js';
import type { Json } from '../views/json.js';
import { logViews } from '../views/log.js';
import { transactionView } from '../views/transaction.js';

/** Writes the result of a filter's poll: hashes, transactions or logs. */
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
