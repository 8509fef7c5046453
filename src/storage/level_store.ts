/**
 * Implements the store on disk: one LevelDB folder with checksums. A batch is one record of LevelDB's log, so after
 * `kill -9` it is present as a whole or not at all. With `fsync` it also survives a loss of power, at about five times
 * the cost.
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
  /** Makes each batch wait until the disk has it. By default a batch waits only until the operating system has it. */
  readonly fsync?: boolean;
}

/** Entries that one call into LevelDB fetches during iteration. */
const ENTRIES_PER_FETCH = 1000;

/**
 * Opens the folder, and creates it when it does not exist. Throws HalleyError `unavailable` when another process uses
 * it or when it cannot be used, and `corrupt-store` when it is damaged.
 */
export async function openLevelStore(folder: string, options: LevelStoreOptions = {}): Promise<Store> {
  // The check runs twice, because a process that uses the folder may have changed it during the first run. LevelDB then
  // reports whether one does.
  const damage = damageOf(folder) && damageOf(folder);
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

/** Describes the damage of the folder. A file that the system does not let us read is an error for the user, too. */
function damageOf(folder: string): string | undefined {
  try {
    return folderDamage(folder);
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? openError(folder, error) : error;
  }
}

type Level = ClassicLevel<Bytes, Bytes>;

async function openLevel(folder: string, createIfMissing: boolean): Promise<Level> {
  const LevelDb = await loadLevelDb();
  try {
    // The folder must exist before the constructor, which soon begins to open the database by itself.
    if (createIfMissing) makeFolder(folder);
    const level: Level = new LevelDb(folder, { keyEncoding: 'view', valueEncoding: 'view' });
    await level.open({ createIfMissing });
    return level;
  } catch (error) {
    throw openError(folder, error);
  }
}

/** Returns an array over the same bytes. LevelDB returns Node's Buffers, whose `slice` does not copy. */
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

  /** Writes one batch, but passes its operations to LevelDB in slices. */
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
