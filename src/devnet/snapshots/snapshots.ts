/**
 * Takes snapshots of everything, part by part, and reverts to them. A snapshot only holds references; a revert costs as
 * much as the changes since. A revert removes the snapshot and all later ones.
 */
import type { EvmSnapshot } from '../../backend/evm/snapshots.js';
import { boolean, type Members, optionsOf } from '../../settings/reader.js';
import type { RecordOfChain } from '../chain/chain_activity.js';
import type { CommandRunner } from '../runtime/loop.js';
import { type Batch, goBack, type Saved, type SnapshotPart } from './snapshot_part.js';

export interface RevertOptions {
  /** Restores the mining mode and impersonation too. The default is false: they stay as they are. */
  readonly settings?: boolean | undefined;
}

export const readRevertOptions = optionsOf<RevertOptions>('revert', {
  settings: boolean,
} satisfies Members<RevertOptions>);

type Newest = () => Pick<EvmSnapshot, 'height' | 'hash'>;

interface SavedPart {
  readonly way: Saved;
  readonly store: Batch;
  readonly isSetting: boolean;
}

interface Snapshot extends EvmSnapshot {
  readonly saved: readonly SavedPart[];
  /** Newest blocks of other chains by their stores. */
  readonly others: ReadonlyMap<Batch, ReturnType<Newest>>;
}

export class Snapshots {
  #taken: readonly Snapshot[] = [];
  #nextId = 1;
  readonly #parts: { readonly part: Partial<SnapshotPart>; readonly store: Batch }[] = [];
  readonly #others = new Map<Batch, Newest>();

  constructor(
    private readonly loop: CommandRunner,
    private readonly store: Batch,
    private readonly newest: Newest,
    /** Record of all chains. */
    private readonly record: RecordOfChain,
  ) {}

  /** Returns the valid snapshots, oldest first. Their blocks are those of the chain in `store`. */
  takenOf(store: Batch): readonly EvmSnapshot[] {
    return this.#taken.map(({ id, height, hash, others }) => ({ id, ...(others.get(store) ?? { height, hash }) }));
  }

  /** Numbers the next snapshots after those of a chain that this one replaces. */
  goOnAfter(before: Snapshots): void {
    this.#nextId = before.#nextId;
  }

  /** Adds parts, which are reverted after those before them. */
  add(...parts: readonly SnapshotPart[]): void {
    this.addOf(this.store, parts);
  }

  /** Adds parts of another chain, which has a separate store and newest block. */
  addOf(store: Batch, parts: readonly Partial<SnapshotPart>[], newest?: Newest): void {
    if (newest !== undefined && store !== this.store) this.#others.set(store, newest);
    this.#parts.push(...parts.map((part) => ({ part, store })));
  }

  /** Takes a snapshot. Resolves to its number, from 1. */
  take(): Promise<number> {
    return this.loop.run(async () => {
      const saved: SavedPart[] = [];
      for (const { part, store } of this.#parts)
        if (part.save !== undefined) saved.push({ way: await part.save(), store, isSetting: part.isSetting === true });
      const id = this.#nextId++;
      const others = new Map(Array.from(this.#others, ([store, newest]) => [store, newest()] as const));
      this.#taken = [...this.#taken, { id, ...this.newest(), saved, others }];
      return id;
    });
  }

  /** Removes the snapshots for which `isVoid` returns true. */
  drop(isVoid: (snapshot: EvmSnapshot) => boolean): void {
    for (const snapshot of this.#taken.filter(isVoid).reverse()) release(snapshot);
    this.#taken = this.#taken.filter((snapshot) => !isVoid(snapshot));
  }

  /** Reverts to a snapshot. Resolves to false when it does not exist. */
  revert(id: number, { settings = false }: RevertOptions = {}): Promise<boolean> {
    return this.loop.run(async () => {
      const at = this.#taken.findIndex((snapshot) => snapshot.id === id);
      const snapshot = this.#taken[at];
      if (snapshot === undefined) return false;
      this.#taken = this.#taken.slice(0, at);
      const ways = snapshot.saved.filter(({ isSetting }) => settings || !isSetting);
      await goBack(ways, this.record);
      release(snapshot);
      return true;
    });
  }
}

function release({ saved }: Snapshot): void {
  for (const { way } of saved) way.release?.();
}
