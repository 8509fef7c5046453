/** Takes, lists and restores snapshots of the chain and its settings. */
import type { EvmSnapshots } from '../../../backend/evm/snapshots.js';
import type { Store } from '../../../storage/store.js';
import type { Snapshots } from '../../snapshots/snapshots.js';

/** Makes the backend. `store` is the chain's store: snapshots are listed with the chain's own blocks. */
export const evmSnapshots = (snapshots: Snapshots, store: Store): EvmSnapshots => ({
  snapshot: () => snapshots.take(),
  snapshots: () => snapshots.takenOf(store),
  revert: (id, settings) => snapshots.revert(Number(id), { settings }),
});
