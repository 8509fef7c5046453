/**
 * Defines what the archive retains: the versions of each key before the latest, and a record of each height with its
 * roots and changes. Two archives hold the same records (`records.ts`), in which a version is found by its key and
 * ordinal. One is in memory (`memory_archive.ts`). The other is on disk (`disk_archive.ts`), where memory does not grow
 * with history.
 */

import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import type { WriteOp } from '../../storage/store.js';
import type { AnyTable, Cell, StateValue, Table, Version } from './flat.js';

export interface ChangedKey {
  readonly table: AnyTable;
  readonly key: ByteText;
  /**
   * Versions of the key before this change. The last of them is the value that the change replaced; there is none when
   * the change created the key.
   */
  readonly archived: number;
}

export interface HeightRecord {
  readonly height: number;
  readonly appHash: Bytes;
  readonly stateRoot: Bytes;
  /** Empty for genesis, because nothing can be reverted to before it. */
  readonly changed: readonly ChangedKey[];
}

/** Key with its state before the height (`cell`) and the value that the height gives it. */
export interface Change extends ChangedKey {
  readonly cell: Cell<StateValue> | undefined;
  readonly value: StateValue | undefined;
}

/**
 * States what to prune: heights below `oldest`. `records` are of the heights up to `oldest`; the versions that they
 * replaced are no longer read.
 */
export interface Pruning {
  readonly oldest: number;
  readonly records: readonly HeightRecord[];
}

export interface SealedHeight {
  readonly record: HeightRecord;
  readonly changes: readonly Change[];
  readonly pruning: Pruning;
}

/** Key that a revert sets to version number `archived - 1`, or deletes when there is none. */
export interface Restored extends ChangedKey {
  readonly cell: Cell<StateValue>;
  /** Versions of the key before the reversal. */
  readonly versions: number;
  readonly version: Version<StateValue> | undefined;
}

export interface Reversal {
  /** Height to revert to. All heights above it are removed. */
  readonly height: number;
  readonly latest: number;
  readonly oldest: number;
  readonly restored: readonly Restored[];
}

export interface Archive {
  /** Returns version number `ordinal` (from 0) of the key. It is undefined when it was pruned. */
  version<V extends StateValue>(table: Table<V>, key: ByteText, cell: Cell<V>, ordinal: number): Version<V> | undefined;
  /** Returns a version that must exist. On disk, throws HalleyError `corrupt-store` when it is missing. */
  retainedVersion<V extends StateValue>(table: Table<V>, key: ByteText, cell: Cell<V>, ordinal: number): Version<V>;
  /** Returns the record of a retained height. On disk, throws HalleyError `corrupt-store` when it is missing. */
  record(height: number): HeightRecord;
  /** Returns the writes that make the height durable. */
  sealWrites(sealed: SealedHeight): Steps<readonly WriteOp[]>;
  /** Adds the height for which `sealWrites` ran last. It must be called before the cells change. */
  append(sealed: SealedHeight): void;
  /** Returns the writes that make the reversal durable. */
  revertWrites(reversal: Reversal): Steps<readonly WriteOp[]>;
  /** Removes the heights above the reversal's. */
  revert(reversal: Reversal): Steps<void>;
}

/**
 * Factor by which search steps grow. It is large, so that a search far back costs hardly more than halving from the
 * start.
 */
const STEP_GROWTH = 8;

/**
 * Returns the key's version at a retained height below the cell's. It is undefined when the key had not been written by
 * then.
 */
export function versionAt<V extends StateValue>(
  archive: Archive,
  table: Table<V>,
  key: ByteText,
  cell: Cell<V>,
  height: number,
): Version<V> | undefined {
  // The search goes back from the newest version in growing steps, since recent heights are read most. Then it halves
  // the range between low and high.
  let low = 0;
  let high = cell.archived;
  let step = 1;
  let found: Version<V> | undefined;
  while (low < high) {
    const probe = step > 0 ? Math.max(high - step, 0) : (low + high) >>> 1;
    const version = archive.version(table, key, cell, probe);
    if (version !== undefined && version.height > height) {
      high = probe;
      step *= STEP_GROWTH;
    } else {
      found = version;
      low = probe + 1;
      step = 0;
    }
  }
  // A version that a retained height reads is never pruned.
  if (low > 0) found ??= archive.retainedVersion(table, key, cell, low - 1);
  return found;
}
