/** Back to where the chain was. */
import type { EvmRewinding } from '../../../backend/evm/rollback.js';
import type { Rewind } from '../../runtime/rollback.js';

/** What goes back includes interface A's filters, which are made on top of the port. */
export const evmRewinding = (rewind: () => Rewind): EvmRewinding => ({
  reset: () => rewind().reset(),
  rollback: (depth) => rewind().rollback(depth),
});
