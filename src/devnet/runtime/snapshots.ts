/**
 * Snapshots of everything: a list of parts, each of which knows how to save and restore itself. Taking one keeps
 * references; going back costs as much as what changed since. A snapshot is used up by going back to it, with all later.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { Loop } from './loop.js';

type Writes = readonly WriteOp[];
export type GoBack = () => Writes | Promise<Writes>;

/** What is kept of one part, as a way back. */
export interface Saved {
  /**
   * Reads from the disk what a revert needs. The function that it returns reverts the part at once. It returns the writes
   * that go into one batch with those of the other parts, or a promise of them.
   */
  prepare(): Promise<GoBack>;
  /** Frees what only the later state had, after the batch. */
  free?(): Promise<void> | undefined;
  /** Nobody will go back any more. */
  release?(): void;
}

export interface SnapshotPart {
  save(): Promise<Saved>;
  /** Marks a setting of the operator, which a revert restores only when it asks for settings. */
  readonly isSetting?: true;
}

export interface RevertOptions {
  /** Whether the mining mode and impersonation are reverted too. Default: false, they stay as they are. */
  readonly settings?: boolean | undefined;
}

export interface TakenSnapshot {
  /** From 1. */
  readonly id: number;
  /** The newest block's. */
  readonly height: bigint;
  readonly hash: Bytes;
}

type Batch = Pick<Store, 'batch'>;

/** A part, and where what it writes belongs. */
interface Stored<T> {
  readonly of: T;
  readonly store: Batch;
}

type Newest = () => Pick<TakenSnapshot, 'height' | 'hash'>;

interface Snapshot extends TakenSnapshot {
  readonly saved: readonly (Stored<Saved> & Pick<SnapshotPart, 'isSetting'>)[];
  /** The newest blocks of other chains, by their stores. */
  readonly others: ReadonlyMap<Batch, ReturnType<Newest>>;
}

export class Snapshots {
  #taken: readonly Snapshot[] = [];
  #nextId = 1;
  readonly #parts: Stored<SnapshotPart>[] = [];
  readonly #others = new Map<Batch, Newest>();

  constructor(
    private readonly loop: Pick<Loop, 'between'>,
    private readonly store: Batch,
    private readonly newest: Newest,
  ) {}

  /** Returns the valid snapshots, oldest first. Their blocks are those of the chain in `store`. */
  takenOf(store: Batch): readonly TakenSnapshot[] {
    return this.#taken.map(({ id, height, hash, others }) => ({ id, ...(others.get(store) ?? { height, hash }) }));
  }

  /** To be restored after those before. */
  add(...parts: readonly SnapshotPart[]): void {
    this.addOf(this.store, parts);
  }

  /** Adds parts of another chain, which has a store and a newest block of its own. */
  addOf(store: Batch, parts: readonly SnapshotPart[], newest?: Newest): void {
    if (newest !== undefined && store !== this.store) this.#others.set(store, newest);
    this.#parts.push(...parts.map((of) => ({ of, store })));
  }

  /** Returns its number, from 1. */
  take(): Promise<number> {
    return this.loop.between(async () => {
      const saved: Snapshot['saved'][number][] = [];
      for (const { of, store } of this.#parts)
        saved.push({ of: await of.save(), store, ...(of.isSetting && { isSetting: true }) });
      const id = this.#nextId++;
      const others = new Map(Array.from(this.#others, ([store, newest]) => [store, newest()] as const));
      this.#taken = [...this.#taken, { id, ...this.newest(), saved, others }];
      return id;
    });
  }

  /** Nobody can go back any more to those of which this holds. */
  drop(isVoid: (snapshot: TakenSnapshot) => boolean): void {
    for (const snapshot of this.#taken.filter(isVoid).reverse()) for (const { of } of snapshot.saved) of.release?.();
    this.#taken = this.#taken.filter((snapshot) => !isVoid(snapshot));
  }

  /** Returns false when there is no such snapshot. */
  revert(id: number, { settings = false }: RevertOptions = {}): Promise<boolean> {
    return this.loop.between(async () => {
      const at = this.#taken.findIndex((snapshot) => snapshot.id === id);
      const snapshot = this.#taken[at];
      if (snapshot === undefined) return false;
      this.#taken = this.#taken.slice(0, at);
      const ways: Stored<GoBack>[] = [];
      for (const { of, store, isSetting } of snapshot.saved)
        if (settings || isSetting !== true) ways.push({ of: await of.prepare(), store });
      // Nobody may see one part of it back, and another not.
      const writes = new Map<Batch, ReturnType<GoBack>[]>();
      for (const { of: goBack, store } of ways) writes.set(store, [...(writes.get(store) ?? []), goBack()]);
      for (const [store, batch] of writes) await store.batch((await Promise.all(batch)).flat());
      for (const { of } of snapshot.saved) await of.free?.();
      for (const { of } of snapshot.saved) of.release?.();
      return true;
    });
  }
}
