/** Signals that the mempool has transactions: with `create_empty_blocks = false`, proposers wait for this. */
import { defineCommand } from '../command.js';
import { enqueue } from '../core.js';

export interface TransactionsAvailable {
  readonly type: 'transactionsAvailable';
}

export const command = defineCommand<TransactionsAvailable>({
  type: 'transactionsAvailable',
  apply(core) {
    for (const { index } of core.nodes) enqueue(core, core.now, index, { type: 'transactions available' });
  },
});
