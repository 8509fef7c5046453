/** Reverts the chain to an earlier height. */
import type { EvmRollback } from '../../../backend/evm/rollback.js';
import type { Rollback } from '../../snapshots/rollback.js';

/** Takes a function, because a rollback includes the filters of the EVM JSON-RPC, which are made after this backend. */
export const evmRollback = (rewind: () => Rollback): EvmRollback => ({
  reset: () => rewind().reset(),
  rollback: (depth) => rewind().rollback(depth),
});
