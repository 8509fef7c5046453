/** Snapshots of the chain and its settings. */
import type { EvmSnapshots } from '../../../rpc/ports/evm/snapshots.js';
import type { Snapshots } from '../../run/snapshots.js';

export const evmSnapshots = (snapshots: Snapshots): EvmSnapshots => ({
  snapshot: () => snapshots.take(),
  snapshots: () => snapshots.taken,
  revert: (id, settings) => snapshots.revert(Number(id), { settings }),
});
