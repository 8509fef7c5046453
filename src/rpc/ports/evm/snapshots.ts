import type { Bytes } from '../../../kernel/bytes.js';

/** Describes a snapshot by its id and by the block that was newest when it was taken. */
export interface EvmSnapshot {
  readonly id: number;
  readonly height: bigint;
  readonly hash: Bytes;
}

/** Snapshots of the chain (consensus, state, mempool, clock) and of its settings (mining mode, impersonation). */
export interface EvmSnapshots {
  /** Its number, from 1. */
  snapshot(): Promise<number>;
  /** Those that can be gone back to, oldest first. */
  snapshots(): readonly EvmSnapshot[];
  /**
   * Uses the snapshot up, with all later ones; false when there is no such snapshot. The settings go back with `settings`
   * alone.
   */
  revert(id: bigint, settings: boolean): Promise<boolean>;
}
