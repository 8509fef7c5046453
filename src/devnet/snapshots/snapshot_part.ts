/**
 * Defines a part of what a chain can go back to: how a snapshot saves it, and what a rollback and a reset make of it. Each of
 * the three gives a way back, and `goBack` takes the ways of all parts together.
 */
import type { ChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import type { Store, WriteOp } from '../../storage/store.js';

type Writes = readonly WriteOp[];
type GoBack = () => Writes | Promise<Writes>;

/** Takes one part back. */
export interface WayBack {
  /**
   * Reads from the disk what is needed. The function that it returns takes the part back at once. It returns the writes that
   * go into one batch with those of the other parts, or a promise of them.
   */
  prepare(): Promise<GoBack>;
  /** Frees, after the batch, what only the later state had. */
  free?(): Promise<void> | void;
}

/** Holds what a snapshot saved of one part. */
export interface Saved extends WayBack {
  /** Lets go of what only this way back needed, because nobody will take it any more. */
  release?(): void;
}

/** Names the block that a rollback or a reset goes back to. */
export interface RevertTarget {
  readonly height: bigint;
  /** The consensus state after that block. */
  readonly state: ChainState;
  /** The commit that decided the block; undefined before the first block. */
  readonly seenCommit: Commit | undefined;
}

/** Describes a part that snapshots save. */
export interface SnapshotPart {
  save(): Promise<Saved>;
  /** Marks a setting of the operator, which a revert restores only when it asks for settings. */
  readonly isSetting?: true;
}

/** Describes a part of one chain. Every part says what a reset makes of it; the rest is left out where it changes nothing. */
export interface ChainPart extends Partial<SnapshotPart> {
  /** Undoes the newest blocks without a snapshot of the target. */
  rollback?(to: RevertTarget): WayBack;
  /** Makes the part what it is in a chain that begins. */
  reset(to: RevertTarget): WayBack;
}

/** Makes a way back that reads and writes nothing on disk. */
export const inMemory = (goBack: () => unknown): WayBack => ({
  prepare: async () => () => {
    goBack();
    return [];
  },
});

/** Saves a part that is a value, of which nothing is on disk. */
export const savingValue =
  <T>(take: () => T, restore: (value: T) => unknown): (() => Promise<Saved>) =>
  async () => {
    const value = take();
    return inMemory(() => restore(value));
  };

/** The part of a store that takes writes. */
export type Batch = Pick<Store, 'batch'>;

/** Joins a way back and the store that its writes belong to. */
export interface StoredWayBack {
  readonly way: WayBack;
  readonly store: Batch;
}

/**
 * Takes ways back together, in their order: first all of them read, then all parts change at once, so that nobody sees one of
 * them changed and another not. Each store receives one batch.
 */
export async function goBack(ways: readonly StoredWayBack[]): Promise<void> {
  const prepared: { readonly change: GoBack; readonly store: Batch }[] = [];
  for (const { way, store } of ways) prepared.push({ change: await way.prepare(), store });
  const writes = new Map<Batch, ReturnType<GoBack>[]>();
  for (const { change, store } of prepared) writes.set(store, [...(writes.get(store) ?? []), change()]);
  for (const [store, batch] of writes) await store.batch((await Promise.all(batch)).flat());
  for (const { way } of ways) await way.free?.();
}
