/**
 * Defines a part of a chain that can be reverted: how a snapshot saves it, and what a rollback and a reset do with it.
 * Each of the three gives a way back, and `goBack` takes the ways of all parts together.
 */
import type { ChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { RecordOfChain } from '../chain/chain_activity.js';

type Writes = readonly WriteOp[];
type GoBack = () => Writes | Promise<Writes>;

/** Reverts one part. */
export interface WayBack {
  /**
   * Reads from the disk what is needed. The returned function reverts the part without a pause. It returns the writes,
   * or a promise of them, for one batch with those of the other parts.
   */
  prepare(): Promise<GoBack>;
  /** Frees, after the batch, what only the later state used. */
  free?(): Promise<void> | void;
}

/** Saved state of one part. */
export interface Saved extends WayBack {
  /** Releases what only this way back needed, when it will never be used. */
  release?(): void;
}

/** Block to which a rollback or a reset reverts. */
export interface RevertTarget {
  readonly height: bigint;
  /** Consensus state after that block. */
  readonly state: ChainState;
  /** Commit that decided the block; `undefined` before the first block. */
  readonly seenCommit: Commit | undefined;
}

/** Part that snapshots save. */
export interface SnapshotPart {
  save(): Promise<Saved>;
  /** Whether it is a setting of the user, which a revert restores only on request. */
  readonly isSetting?: true;
}

/** Part of one chain. Every part defines its reset; the other ways are left out where they change nothing. */
export interface ChainPart extends Partial<SnapshotPart> {
  /** Reverts the newest blocks without a snapshot of the target. */
  rollback?(to: RevertTarget): WayBack;
  /** Makes the part as it is in a new chain. */
  reset(to: RevertTarget): WayBack;
}

/** Makes a way back that reads and writes nothing on disk. */
export const inMemory = (goBack: () => unknown): WayBack => ({
  prepare: async () => () => {
    goBack();
    return [];
  },
});

/** Saves a part that is a value and has nothing on disk. */
export const savingValue =
  <T>(take: () => T, restore: (value: T) => unknown): (() => Promise<Saved>) =>
  async () => {
    const value = take();
    return inMemory(() => restore(value));
  };

/** Part of a store that takes writes. */
export type Batch = Pick<Store, 'batch'>;

/** Combines a way back with the store of its writes. */
export interface StoredWayBack {
  readonly way: WayBack;
  readonly store: Batch;
}

/**
 * Takes ways back together, in their order. First all of them read, then all parts change at once, so that no client
 * sees one part changed and another unchanged. Each store receives one batch. The record has the way back after the
 * stores, so after a kill between them it leads beyond the stores, and can be continued from where they are.
 */
export async function goBack(ways: readonly StoredWayBack[], record: Pick<RecordOfChain, 'hold'>): Promise<void> {
  const prepared: { readonly change: GoBack; readonly store: Batch }[] = [];
  for (const { way, store } of ways) prepared.push({ change: await way.prepare(), store });
  const writes = new Map<Batch, ReturnType<GoBack>[]>();
  const release = record.hold();
  try {
    for (const { change, store } of prepared) writes.set(store, [...(writes.get(store) ?? []), change()]);
    for (const [store, batch] of writes) await store.batch((await Promise.all(batch)).flat());
  } finally {
    release();
  }
  for (const { way } of ways) await way.free?.();
}
