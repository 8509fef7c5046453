/**
 * Snapshots of everything: a list of parts, each of which knows how to save and restore itself. Taking one keeps
 * references; going back costs as much as what changed since. A snapshot is used up by going back to it, with all later.
 */
import type { Store, WriteOp } from '../../storage/port.js';
import type { Loop } from './loop.js';

/** What is kept of one part, as a way back. */
export interface Saved {
  /**
   * Reads what going back needs of the disk. What it answers goes back at once, and says what has to be written, in one
   * batch with what the other parts have.
   */
  prepare(): Promise<() => readonly WriteOp[]>;
  /** Nobody will go back any more. */
  release?(): void;
}

export interface SnapshotPart {
  save(): Promise<Saved>;
}

interface Snapshot {
  readonly id: number;
  readonly saved: readonly Saved[];
}

export class Snapshots {
  #taken: readonly Snapshot[] = [];
  #nextId = 1;
  readonly #parts: SnapshotPart[] = [];

  constructor(
    private readonly loop: Pick<Loop, 'between'>,
    private readonly store: Pick<Store, 'batch'>,
  ) {}

  /** To be restored after those before. */
  add(...parts: readonly SnapshotPart[]): void {
    this.#parts.push(...parts);
  }

  /** Returns its number, from 1. */
  take(): Promise<number> {
    return this.loop.between(async () => {
      const saved: Saved[] = [];
      for (const part of this.#parts) saved.push(await part.save());
      const id = this.#nextId++;
      this.#taken = [...this.#taken, { id, saved }];
      return id;
    });
  }

  /** False when there is no such snapshot. */
  revert(id: number): Promise<boolean> {
    return this.loop.between(async () => {
      const at = this.#taken.findIndex((snapshot) => snapshot.id === id);
      const snapshot = this.#taken[at];
      if (snapshot === undefined) return false;
      this.#taken = this.#taken.slice(0, at);
      const ways: (() => readonly WriteOp[])[] = [];
      for (const part of snapshot.saved) ways.push(await part.prepare());
      // Nobody may see one part of it back, and another not.
      await this.store.batch(ways.flatMap((goBack) => goBack()));
      for (const part of snapshot.saved) part.release?.();
      return true;
    });
  }
}
