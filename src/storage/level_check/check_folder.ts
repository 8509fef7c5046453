/**
 * Checks a LevelDB folder before LevelDB opens it, because LevelDB silently loses records of a damaged folder:
 * - It skips damaged parts of a log.
 * - It treats a folder without `CURRENT` as new, and a truncated manifest as complete, and then deletes the files that
 *   it does not know.
 * - It reads tables without verifying their checksums.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bytes } from '../../kernel/bytes.js';
import { fromUtf8 } from '../../kernel/text.js';
import { FormatError } from './fields.js';
import { readLog } from './log_file.js';
import { type LevelVersion, versionOf } from './manifest.js';
import { checkTable } from './table_file.js';

const CURRENT = 'CURRENT';

/** Describes the damage. Returns undefined for a folder that is intact or new, or that LevelDB itself rejects. */
export function folderDamage(folder: string): string | undefined {
  const files = filesIn(folder);
  const current = read(folder, CURRENT);
  if (current === undefined) {
    const left = files.find((file) => /^MANIFEST-\d+$|\.(log|ldb|sst)$/.test(file));
    return left === undefined ? undefined : `${CURRENT} is missing, although ${left} exists`;
  }
  const manifest = fromUtf8(current).trim();
  const edits = files.includes(manifest) ? read(folder, manifest) : undefined;
  if (edits === undefined) return `${CURRENT} does not name a manifest in the folder`;
  const version = within(manifest, () => {
    const { records, state } = readLog(edits);
    if (state === 'damaged') throw new FormatError('a record fails its checksum');
    return versionOf(records);
  });
  if (typeof version === 'string') return version;
  return logDamage(folder, files, version, manifest) ?? tableDamage(folder, version);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // LevelDB creates the folder, or reports why it cannot.
    return [];
  }
}

function read(folder: string, file: string): Bytes | undefined {
  try {
    return readFileSync(join(folder, file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR')
      return undefined;
    throw error;
  }
}

function within<T>(file: string, look: () => T): T | string {
  try {
    return look();
  } catch (error) {
    if (error instanceof FormatError) return `${file}: ${error.message}`;
    throw error;
  }
}

function logDamage(
  folder: string,
  files: readonly string[],
  version: LevelVersion,
  manifest: string,
): string | undefined {
  const { logNumber, tables } = version;
  const all = files
    .filter((file) => /^\d+\.log$/.test(file))
    .map((file) => ({ file, number: Number.parseInt(file, 10) }));
  const live = all.filter(({ number }) => number >= logNumber).sort((a, b) => a.number - b.number);
  // The manifest advances to a new log when the old one is in a table. The old one is not deleted before that.
  const named =
    logNumber === 0 ? tables.size === 0 && !files.some((file) => file.endsWith('.ldb')) : live[0]?.number === logNumber;
  if (!named) return `${manifest} ends before the last table was added`;
  for (const [i, { file }] of live.entries()) {
    const bytes = read(folder, file);
    const state = bytes === undefined ? 'whole' : readLog(bytes).state;
    if (state === 'damaged' || (state === 'torn' && i < live.length - 1)) return `${file}: a record fails its checksum`;
  }
  return undefined;
}

function tableDamage(folder: string, { tables }: LevelVersion): string | undefined {
  for (const [number, size] of tables) {
    const file = `${String(number).padStart(6, '0')}.ldb`;
    const bytes = read(folder, file);
    // LevelDB itself reports the missing table.
    if (bytes === undefined) continue;
    if (bytes.length !== size) return `${file} has ${bytes.length} bytes, expected ${size}`;
    const problem = within(file, () => checkTable(bytes));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
