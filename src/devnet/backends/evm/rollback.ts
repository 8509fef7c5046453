/** Back to where the chain was. */
import type { EvmRollback } from '../../../backend/evm/rollback.js';
import type { Rollback } from '../../snapshots/rollback.js';

/** What goes back includes interface A's filters, which are made on top of the port. */
export const evmRollback = (rewind: () => Rollback): EvmRollback => ({
  reset: () => rewind().reset(),
  rollback: (depth) => rewind().rollback(depth),
});
