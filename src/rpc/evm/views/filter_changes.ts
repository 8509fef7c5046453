/** Writes the result of a filter's poll: hashes, transactions or logs. */
import { to0x } from '../../../kernel/hex.js';
import type { FilterChanges } from '../filters.js';
import type { Json } from './json.js';
import { logViews } from './log.js';
import { transactionView } from './transaction.js';

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
