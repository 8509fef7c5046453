/** Writes the result of a filter's poll: hashes, transactions or logs. */
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../views/json.js';
import { logViews } from '../views/log.js';
import { transactionView } from '../views/transaction.js';
import type { FilterChanges } from './filter_store.js';

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
