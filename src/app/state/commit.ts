/** Applies a sealed height to the tables, and reverts heights. */

import type { ByteText } from '../../kernel/byte_text.js';
import { invariant } from '../../kernel/errors.js';
import type { Steps } from '../../kernel/steps.js';
import type { Archive, ChangedKey, HeightRecord, Pruning, Restored, Reversal, SealedHeight } from './archive.js';
import { type AnyTable, Cell } from './flat.js';

/**
 * Most heights that one commit prunes. After a restart with a smaller `retain`, the surplus is pruned over the next
 * blocks.
 */
const MAX_PRUNED_HEIGHTS = 64;

/**
 * Returns what to prune when `height` is committed and `retain` heights (at least 2) stay readable. Undefined retains
 * all.
 */
export function pruningAt(archive: Archive, height: number, oldest: number, retain: number | undefined): Pruning {
  if (retain === undefined) return { oldest, records: [] };
  const next = Math.max(oldest, Math.min(height - retain + 1, oldest + MAX_PRUNED_HEIGHTS));
  const records: HeightRecord[] = [];
  for (let h = oldest + 1; h <= next; h++) records.push(archive.record(h));
  return { oldest: next, records };
}

export function applySealed(archive: Archive, sealed: SealedHeight): void {
  archive.append(sealed);
  const { height } = sealed.record;
  for (const { table, key, cell, value, archived } of sealed.changes) {
    table.touched = height;
    if (cell === undefined) {
      table.cells.set(key, new Cell(height, value));
      continue;
    }
    cell.height = height;
    cell.value = value;
    cell.archived = archived;
  }
  for (const record of sealed.pruning.records) dropDeleted(record);
}

/** Removes the cells of keys that a pruned height deleted and that were not written since. */
function dropDeleted({ height, changed }: HeightRecord): void {
  for (const { table, key } of changed) {
    if (isForgotten(table, key, height)) table.cells.delete(key);
  }
}

/**
 * Returns true if the key needs no cell: it was deleted at `height`, before which nothing is read, and was not written
 * since.
 */
export function isForgotten(table: AnyTable, key: ByteText, height: number): boolean {
  const cell = table.cells.get(key);
  return !table.overRemote && cell?.height === height && cell.value === undefined;
}

/** Computes what must change so that `height` is the latest. */
export function* reversalTo(archive: Archive, height: number, latest: number, oldest: number): Steps<Reversal> {
  const first = new Map<ByteText, ChangedKey>();
  for (let h = latest; h > height; h--) {
    for (const changed of archive.record(h).changed) first.set(changed.table.name + changed.key, changed);
    yield;
  }
  const restored: Restored[] = [];
  for (const changed of first.values()) {
    restored.push(restore(archive, changed));
    yield;
  }
  return { height, latest, oldest, restored };
}

function restore(archive: Archive, { table, key, archived }: ChangedKey): Restored {
  const cell = table.cells.get(key);
  invariant(cell !== undefined, 'a key that changed has a cell');
  const version = archived > 0 ? archive.retainedVersion(table, key, cell, archived - 1) : undefined;
  return { table, key, archived, cell, versions: cell.archived, version };
}

export function applyReversal(reversal: Reversal): void {
  for (const { table, key, cell, archived, version } of reversal.restored) {
    if (version === undefined) {
      table.cells.delete(key);
      continue;
    }
    cell.height = version.height;
    cell.value = version.value;
    cell.archived = archived - 1;
  }
}
