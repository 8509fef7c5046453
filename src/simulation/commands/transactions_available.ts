/** The mempool has transactions: what `create_empty_blocks = false` waits for. */
import { defineCommand } from '../command.js';
import { enqueue } from '../machine.js';

export interface TransactionsAvailable {
  readonly type: 'transactionsAvailable';
}

export const command = defineCommand<TransactionsAvailable>({
  type: 'transactionsAvailable',
  obey(machine) {
    for (const { index } of machine.nodes) enqueue(machine, machine.now, index, { type: 'transactions available' });
  },
});
