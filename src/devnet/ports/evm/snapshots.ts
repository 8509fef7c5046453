/** Snapshots of everything. */
import type { EvmSnapshots } from '../../../rpc/ports/evm/snapshots.js';
import type { Snapshots } from '../../run/snapshots.js';

export const evmSnapshots = (snapshots: Snapshots): EvmSnapshots => ({
  snapshot: () => snapshots.take(),
  snapshots: () => snapshots.taken,
  revert: (id) => snapshots.revert(Number(id)),
});
