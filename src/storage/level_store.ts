/**
 * The store on disk: one LevelDB folder under guard. A batch is one record of LevelDB's log, so that it is there after
 * `kill -9` as a whole or not at all; `fsync` makes it survive a loss of power as well, at about five times the price.
 */
import type { ClassicLevel } from 'classic-level';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { type GuardOptions, guarded, type RawStore } from './checksummed_store.js';
import { folderDamage } from './level_check/check_folder.js';
import { damaged, openError } from './level_error.js';
import { loadLevelDb } from './load_level_db.js';
import { makeFolder } from './make_folder.js';
import { inSlicesOfOps, OPS_OF_SLICE } from './ops_in_slices.js';
import type { KeyRange, Store, WriteOp } from './store.js';

export interface LevelStoreOptions extends GuardOptions {
  /** Each batch waits until the disk has it. Default: only until the operating system has it. */
  readonly fsync?: boolean;
}

/** Entries that one call into LevelDB fetches while iterating. */
const ENTRIES_PER_FETCH = 1000;

/**
 * Opens the folder, making it when it is not there. Throws HalleyError `unavailable` when another process holds it or
 * it cannot be used, `corrupt-store` when it is damaged.
 */
export async function openLevelStore(folder: string, options: LevelStoreOptions = {}): Promise<Store> {
  // Twice: a process that holds the folder may have been at work meanwhile, and LevelDB knows whether one does.
  const damage = folderDamage(folder) && folderDamage(folder);
  if (damage !== undefined) throw damaged(folder, damage);
  const level = await openLevel(folder, options.readOnly !== true);
  const raw = new LevelStore(level, options.fsync ?? false);
  try {
    return await guarded(raw, folder, options);
  } catch (error) {
    await raw.close();
    throw openError(folder, error);
  }
}

type Level = ClassicLevel<Bytes, Bytes>;

async function openLevel(folder: string, createIfMissing: boolean): Promise<Level> {
  const LevelDb = await loadLevelDb();
  try {
    // First of all: what is constructed soon begins to open by itself.
    if (createIfMissing) makeFolder(folder);
    const level: Level = new LevelDb(folder, { keyEncoding: 'view', valueEncoding: 'view' });
    await level.open({ createIfMissing });
    return level;
  } catch (error) {
    throw openError(folder, error);
  }
}

/** LevelDB hands out Node's Buffers, whose `slice` does not copy: an array of the plain kind over the same bytes. */
const plain = (buffer: Bytes): Bytes => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);

class LevelStore implements RawStore {
  constructor(
    private readonly level: Level,
    private readonly sync: boolean,
  ) {}

  get(key: Bytes): Bytes | undefined {
    this.mustBeOpen();
    const value = this.level.getSync(key);
    return value === undefined ? undefined : plain(value);
  }

  async batch(ops: WriteOp[]): Promise<void> {
    this.mustBeOpen();
    if (ops.length > OPS_OF_SLICE) await this.largeBatch(ops);
    else await this.level.batch(ops, { sync: this.sync });
  }

  /** Writes one batch, but hands its operations to LevelDB in slices. */
  private async largeBatch(ops: readonly WriteOp[]): Promise<void> {
    const batch = this.level.batch();
    try {
      await inSlicesOfOps(ops, (op) => (op.type === 'put' ? batch.put(op.key, op.value) : batch.del(op.key)));
    } catch (error) {
      await batch.close();
      throw error;
    }
    await batch.write({ sync: this.sync });
  }

  async *entries(range: KeyRange): AsyncIterable<readonly [Bytes, Bytes]> {
    this.mustBeOpen();
    const iterator = this.level.iterator(range);
    try {
      for (;;) {
        const found = await iterator.nextv(ENTRIES_PER_FETCH);
        if (found.length === 0) return;
        for (const [key, value] of found) yield [plain(key), plain(value)];
      }
    } finally {
      await iterator.close();
    }
  }

  async *keys(range: KeyRange): AsyncIterable<Bytes> {
    this.mustBeOpen();
    const iterator = this.level.keys(range);
    try {
      for (;;) {
        const found = await iterator.nextv(ENTRIES_PER_FETCH);
        if (found.length === 0) return;
        yield* found.map(plain);
      }
    } finally {
      await iterator.close();
    }
  }

  async close(): Promise<void> {
    await this.level.close();
  }

  private mustBeOpen(): void {
    if (this.level.status !== 'open') throw new HalleyError('unavailable', 'the store is closed');
  }
}
