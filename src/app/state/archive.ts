/**
 * What the archive keeps: the versions of each key before the latest, and a record of each height with its roots and
 * what it changed. Two archives of the same records (`records.ts`), where a version lies under its key and ordinal: in
 * memory (`memory_archive.ts`), and on disk (`disk_archive.ts`), where memory does not grow with history.
 */

import type { ByteText } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Steps } from '../../kernel/steps.js';
import type { WriteOp } from '../../storage/store.js';
import type { AnyTable, Cell, StateValue, Table, Version } from './flat.js';

export interface ChangedKey {
  readonly table: AnyTable;
  readonly key: ByteText;
  /** Versions of the key before this change: the last of them is what the change replaced; none when it made the key. */
  readonly archived: number;
}

export interface HeightRecord {
  readonly height: number;
  readonly appHash: Bytes;
  readonly stateRoot: Bytes;
  /** Empty for genesis, before which nothing can go back. */
  readonly changed: readonly ChangedKey[];
}

/** A key with what it was (`cell`) and what the next height makes of it. */
export interface Change extends ChangedKey {
  readonly cell: Cell<StateValue> | undefined;
  readonly value: StateValue | undefined;
}

/** Heights below `oldest` are forgotten. */
export interface Pruning {
  readonly oldest: number;
  readonly records: readonly HeightRecord[];
}

export interface SealedHeight {
  readonly record: HeightRecord;
  readonly changes: readonly Change[];
  readonly pruning: Pruning;
}

/** A key that goes back to version number `archived - 1`, or away when there is none. */
export interface Restored extends ChangedKey {
  readonly cell: Cell<StateValue>;
  /** Counts the key's versions before the reversal. */
  readonly versions: number;
  readonly version: Version<StateValue> | undefined;
}

export interface Reversal {
  /** The heights that go, from `height + 1` on. */
  readonly height: number;
  readonly latest: number;
  readonly oldest: number;
  readonly restored: readonly Restored[];
}

export interface Archive {
  /** Version number `ordinal` (from 0) of the key; undefined when it was pruned. */
  version<V extends StateValue>(table: Table<V>, key: ByteText, cell: Cell<V>, ordinal: number): Version<V> | undefined;
  /** The same where it must be there: on disk, throws HalleyError `corrupt-store` when it is not. */
  retainedVersion<V extends StateValue>(table: Table<V>, key: ByteText, cell: Cell<V>, ordinal: number): Version<V>;
  /** Of a height that is kept: on disk, throws HalleyError `corrupt-store` when it is not there. */
  record(height: number): HeightRecord;
  /** What makes the height durable. */
  sealWrites(sealed: SealedHeight): readonly WriteOp[];
  /** Takes the sealed height in, before the cells change. */
  append(sealed: SealedHeight): void;
  /** Returns the writes that make the reversal durable. */
  revertWrites(reversal: Reversal): Steps<readonly WriteOp[]>;
  /** Drops the heights above. */
  revert(reversal: Reversal): Steps<void>;
}

/** Large, so that a search far back costs hardly more than halving from the start. */
const STEP_GROWTH = 8;

/** The key as it was at a height below the cell's, of those that are kept; undefined when nobody had written it. */
export function versionAt<V extends StateValue>(
  archive: Archive,
  table: Table<V>,
  key: ByteText,
  cell: Cell<V>,
  height: number,
): Version<V> | undefined {
  // Outwards from the newest in growing steps, as recent heights are read most; then halving between low and high.
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
  // What a height that is kept reads is never pruned.
  if (low > 0) found ??= archive.retainedVersion(table, key, cell, low - 1);
  return found;
}
