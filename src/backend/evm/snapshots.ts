import type { Bytes } from '../../kernel/bytes.js';

/** Snapshot by its id and by the block that was newest when it was taken. */
export interface EvmSnapshot {
  readonly id: number;
  readonly height: bigint;
  readonly hash: Bytes;
}

/** Takes snapshots of the chain (consensus, state, mempool, clock) and its settings (mining mode, impersonation). */
export interface EvmSnapshots {
  /** Resolves to the snapshot's number, from 1. */
  snapshot(): Promise<number>;
  /** Returns the valid snapshots, oldest first. */
  snapshots(): readonly EvmSnapshot[];
  /**
   * Reverts, and removes the snapshot and all later ones. Resolves to false when there is no such snapshot. The settings are
   * reverted only with `settings`.
   */
  revert(id: bigint, settings: boolean): Promise<boolean>;
}
