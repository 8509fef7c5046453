/** Snapshots of everything: consensus, state, mempool, filters, clock. */
export interface EvmSnapshots {
  /** Its number, from 1. */
  snapshot(): Promise<number>;
  /** Those that can be gone back to, oldest first. */
  snapshots(): readonly { readonly id: number; readonly height: bigint }[];
  /** Uses the snapshot up, with all later ones; false when there is no such snapshot. */
  revert(id: bigint): Promise<boolean>;
}
