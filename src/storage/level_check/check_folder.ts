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
import { crc32c, masked } from './crc32c.js';
import { FieldReader, FormatError, uint32At } from './fields.js';
import { readLog } from './log_file.js';

const CURRENT = 'CURRENT';

/** Reads LevelDB's manifest, a log of edits to the set of tables (db/version_edit.cc). */
interface LevelVersion {
  /** Size of each table in bytes, by number. */
  readonly tables: ReadonlyMap<number, number>;
  /**
   * Lowest number of a log that is in use. Logs with a lower number are in the tables. It is 0 until the first log
   * exists.
   */
  readonly logNumber: number;
}

/** Applies the edits. Throws FormatError. */
function versionOf(edits: readonly Bytes[]): LevelVersion {
  const tables = new Map<number, number>();
  let logNumber = 0;
  for (const edit of edits) {
    const reader = new FieldReader(edit);
    const added: [number, number][] = [];
    while (!reader.done) {
      const tag = reader.varint();
      if (tag === 1) reader.slice();
      else if (tag === 2) logNumber = reader.varint();
      else if (tag === 3 || tag === 4 || tag === 9) reader.varint();
      else if (tag === 5) {
        reader.varint();
        reader.slice();
      } else if (tag === 6) {
        reader.varint();
        tables.delete(reader.varint());
      } else if (tag === 7) {
        reader.varint();
        added.push([reader.varint(), reader.varint()]);
        reader.slice();
        reader.slice();
      } else throw new FormatError(`an edit has the unknown field ${tag}`);
    }
    // A table that moves to another level is deleted and added in one edit.
    for (const [number, size] of added) tables.set(number, size);
  }
  return { tables, logNumber };
}

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

const FOOTER_BYTES = 48;
const MAGIC = [0x8b80fb57, 0xdb477524] as const;
/** Size of the data after each block: the type of its compression and its checksum. */
const TRAILER_BYTES = 5;
const PLAIN = 0;
const SNAPPY = 1;

interface BlockHandle {
  readonly offset: number;
  readonly size: number;
}

/**
 * Checks a table as LevelDB's page on the table format describes it: blocks with a checksum each, located by an index
 * block, which the footer locates. LevelDB verifies the checksum of a block only with an option that its binding does
 * not offer. Throws FormatError unless the checksums of all blocks are correct.
 */
function checkTable(file: Bytes): void {
  const footer = file.length - FOOTER_BYTES;
  if (footer < 0 || uint32At(file, file.length - 8) !== MAGIC[0] || uint32At(file, file.length - 4) !== MAGIC[1])
    throw new FormatError('it does not end with a footer');
  const reader = new FieldReader(file, footer);
  const metaindex = handleIn(reader);
  const index = handleIn(reader);
  for (const block of [metaindex, index])
    for (const { offset, size } of handlesIn(checkedBlock(file, block))) checkedBlock(file, { offset, size });
}

const handleIn = (reader: FieldReader): BlockHandle => ({ offset: reader.varint(), size: reader.varint() });

/** Returns the block as it is stored, with the first byte of its trailer. */
function checkedBlock(file: Bytes, { offset, size }: BlockHandle): Bytes {
  const end = offset + size;
  if (end + TRAILER_BYTES > file.length) throw new FormatError(`its block at ${offset} ends after the end of the file`);
  if (masked(crc32c(file, offset, end + 1)) !== uint32At(file, end + 1))
    throw new FormatError(`its block at ${offset} fails its checksum`);
  return file.subarray(offset, end + 1);
}

const LONG_LITERAL = 60;

/** Decompresses a block that LevelDB compressed with Snappy (format_description.txt). Throws FormatError. */
export function unpackSnappy(packed: Bytes): Bytes {
  const reader = new FieldReader(packed);
  const out = new Uint8Array(reader.varint());
  const little = (count: number): number => reader.bytes(count).reduceRight((value, byte) => value * 256 + byte, 0);
  let at = 0;
  while (!reader.done) {
    const tag = little(1);
    const head = tag >>> 2;
    if ((tag & 3) === 0) {
      const literal = reader.bytes(1 + (head < LONG_LITERAL ? head : little(head - LONG_LITERAL + 1)));
      if (at + literal.length > out.length) throw new FormatError('it decompresses to more bytes than it declares');
      out.set(literal, at);
      at += literal.length;
      continue;
    }
    const short = (tag & 3) === 1;
    const length = short ? 4 + (head & 7) : 1 + head;
    const offset = short ? ((tag >>> 5) << 8) | little(1) : little((tag & 3) === 2 ? 2 : 4);
    if (offset === 0 || offset > at || at + length > out.length)
      throw new FormatError('a copy refers to bytes that do not exist');
    // Copies byte by byte, because a copy may overlap its own output.
    for (let i = 0; i < length; i++, at++) out[at] = out[at - offset] as number;
  }
  if (at !== out.length) throw new FormatError('it decompresses to fewer bytes than it declares');
  return out;
}

/** Returns the handles that are the values of an index block. */
function handlesIn(stored: Bytes): BlockHandle[] {
  const packing = stored[stored.length - 1];
  const content = stored.subarray(0, -1);
  if (packing !== PLAIN && packing !== SNAPPY)
    throw new FormatError(`a block has the unknown compression type ${packing}`);
  const block = packing === SNAPPY ? unpackSnappy(content) : content;
  if (block.length < 4) throw new FormatError('a block is too short');
  const restarts = uint32At(block, block.length - 4);
  const reader = new FieldReader(block, 0, block.length - 4 * (restarts + 1));
  const handles: BlockHandle[] = [];
  while (!reader.done) {
    reader.varint();
    const keyBytes = reader.varint();
    const valueBytes = reader.varint();
    reader.bytes(keyBytes);
    handles.push(handleIn(new FieldReader(reader.bytes(valueBytes))));
  }
  return handles;
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
