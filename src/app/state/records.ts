/**
 * Encodes the state's records on disk, as protobuf messages under keys that begin with `s` and a letter for their kind.
 * The rest of the store's key space is the chain's. Also computes the records that a height adds, and those that
 * pruning and reverting remove.
 *
 *   s L <table and key>            the latest version of a key, with the number of versions before it
 *   s V <table and key> <ordinal>  an earlier version, numbered from 0 in four bytes
 *   s H <height>                   roots of the height, and the keys that it changed (for undoing and pruning)
 *   s M                            the latest and the oldest height
 *   s R …                          what was fetched of a forked chain (`remote/records.ts`)
 */
import { CodecError, ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { Steps } from '../../kernel/steps.js';
import type { RecordName } from '../../storage/store.js';
import type { ChangedKey, HeightRecord, Pruning, Reversal, SealedHeight } from './archive.js';
import type { FlatState, ValueCodec, Version } from './flat.js';

const LATEST = 'sL';
const VERSION = 'sV';
const HEIGHT = 'sH';

/** Keys and versions that a step encodes. */
export const RECORDS_OF_STEP = 512;

const char = String.fromCharCode;
const uint16Text = (value: number): ByteText => char((value >>> 8) & 0xff, value & 0xff);
const uint32Text = (value: number): ByteText => uint16Text(value >>> 16) + uint16Text(value);

interface AnyValueTable {
  readonly name: string;
}

export const latestKey = (table: AnyValueTable, key: ByteText): ByteText => LATEST + table.name + key;
export const versionKey = (table: AnyValueTable, key: ByteText, ordinal: number): ByteText =>
  VERSION + table.name + key + uint32Text(ordinal);
export const heightKey = (height: number): ByteText =>
  HEIGHT + uint16Text(Math.floor(height / 0x1_0000_0000)) + uint32Text(height);
export const META_KEY: ByteText = 'sM';

/** Range of the keys of all latest records. */
export const LATEST_RANGE = { gte: bytesOfText(LATEST), lt: bytesOfText('sM') } as const;
export const fullKeyOfLatest = (key: Bytes): ByteText => textOfBytes(key).slice(LATEST.length);

/** Encodes a version. Fields: 1 height, 2 number of versions before, 3 the value; no value where the key is absent. */
export function encodeVersion<V>(version: Version<V>, archived: number, codec: ValueCodec<V>): Bytes {
  const writer = new ProtoWriter().uint(1, version.height).uint(2, archived);
  if (version.value !== undefined) writer.element(3, codec.encode(version.value));
  return writer.finish();
}

export function decodeVersion<V>(bytes: Bytes, codec: ValueCodec<V>): Version<V> & { readonly archived: number } {
  const reader = new ProtoReader(bytes);
  let height = 0;
  let archived = 0;
  let value: V | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) height = reader.number();
    else if (field === 2) archived = reader.number();
    else if (field === 3) value = codec.decode(reader.bytes());
    else throw new CodecError(`a version record has the unknown field ${field}`);
  }
  return { height, value, archived };
}

/**
 * Encodes a height record, in steps. Fields: 1 app hash, 2 state root, 3 a changed key each: 1 number of versions
 * before, 2 table and key.
 */
export function* encodingHeightRecord({ appHash, stateRoot, changed }: HeightRecord): Steps<Bytes> {
  const writer = new ProtoWriter().bytes(1, appHash).bytes(2, stateRoot);
  for (const [i, key] of changed.entries()) {
    if (i % RECORDS_OF_STEP === RECORDS_OF_STEP - 1) yield;
    writer.nested(3, key, writeChangedKey);
  }
  return writer.finish();
}

const writeChangedKey = (out: ProtoWriter, { table, key, archived }: ChangedKey): unknown =>
  out.uint(1, archived).bytes(2, bytesOfText(table.name + key));

export function decodeHeightRecord(height: number, bytes: Bytes, flat: FlatState): HeightRecord {
  const reader = new ProtoReader(bytes);
  let appHash = EMPTY_BYTES;
  let stateRoot = EMPTY_BYTES;
  const changed: ChangedKey[] = [];
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) appHash = reader.bytes();
    else if (field === 2) stateRoot = reader.bytes();
    else if (field === 3) changed.push(decodeChangedKey(reader.bytes(), flat));
    else throw new CodecError(`a height record has the unknown field ${field}`);
  }
  return { height, appHash, stateRoot, changed };
}

/** Returns the app hash of a height record, without the rest of it. Throws CodecError. */
export function appHashIn(record: Bytes): Bytes {
  const reader = new ProtoReader(record);
  while (!reader.done) {
    const { field } = reader.next();
    const value = reader.bytes();
    if (field === 1) return value;
  }
  return EMPTY_BYTES;
}

/**
 * Returns true if the records of two heights have the same content. The order in which a height first wrote its keys
 * depends on the EVM implementation, and nothing reads it.
 */
export function areSameHeightRecords(one: Bytes, other: Bytes): boolean {
  if (one.length !== other.length) return false;
  try {
    return fieldsOf(one) === fieldsOf(other);
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

function fieldsOf(bytes: Bytes): string {
  const fields: string[] = [];
  for (const reader = new ProtoReader(bytes); !reader.done; )
    fields.push(`${reader.next().field} ${toHex(reader.bytes())}`);
  return fields.sort().join('\n');
}

function decodeChangedKey(bytes: Bytes, flat: FlatState): ChangedKey {
  const reader = new ProtoReader(bytes);
  let archived = 0;
  let fullKey = '';
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) archived = reader.number();
    else if (field === 2) fullKey = textOfBytes(reader.bytes());
    else throw new CodecError(`a changed key has the unknown field ${field}`);
  }
  return { archived, ...flat.locate(fullKey) };
}

/** Version of the layout described above. */
const FORMAT = 1;

export interface Meta {
  readonly height: number;
  readonly oldest: number;
  /** Whether another chain's state is below. */
  readonly overRemote: boolean;
}

/** Encodes the meta record. Fields: 1 format, 2 latest height, 3 oldest height, 4 is 1 over a remote. */
export const encodeMeta = ({ height, oldest, overRemote }: Meta): Bytes =>
  new ProtoWriter()
    .uint(1, FORMAT)
    .uint(2, height)
    .uint(3, oldest)
    .uint(4, overRemote ? 1 : 0)
    .finish();

export function decodeMeta(bytes: Bytes): Meta {
  const reader = new ProtoReader(bytes);
  let format = 0;
  let height = 0;
  let oldest = 0;
  let overRemote = false;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) format = reader.number();
    else if (field === 2) height = reader.number();
    else if (field === 3) oldest = reader.number();
    else if (field === 4) overRemote = reader.number() === 1;
    else throw new CodecError(`the state's head has the unknown field ${field}`);
  }
  if (format !== FORMAT) throw new CodecError(`the state has layout ${format}, expected ${FORMAT}`);
  return { height, oldest, overRemote };
}

/** Describes a value. Its key, without the record's kind, begins with the table's name or its first letter. */
function valueName(fullKey: Bytes): string {
  const table = textOfBytes(fullKey.subarray(0, 1));
  if (table === 'a') return `account ${toHex(fullKey.subarray(1))}`;
  if (table === 'c') return `code ${toHex(fullKey.subarray(1))}`;
  if (table === 'w') return `mark of local storage ${toHex(fullKey.subarray(1))}`;
  if (table === 'o') return `storage ${toHex(fullKey.subarray(1))}`;
  return `value ${toHex(fullKey)}`;
}

/** Describes a record. It is undefined for a key that is not the state's. */
export function stateRecordName(key: Bytes): RecordName | undefined {
  const rest = key.subarray(2);
  switch (textOfBytes(key.subarray(0, 2))) {
    case 'sL':
      return { text: `state's ${valueName(rest)}` };
    case 'sV':
      return { text: `state's earlier version ${toHex(rest.subarray(-4))} of ${valueName(rest.subarray(0, -4))}` };
    case 'sH': {
      const height = BigInt(`0x${toHex(rest) || '0'}`);
      return { text: `state's record of height ${height}`, height };
    }
    case 'sR':
      return { text: `forked chain's ${valueName(rest)}` };
    case 'sM':
      return { text: "state's latest height" };
    default:
      return undefined;
  }
}

export type Entry = readonly [key: ByteText, value: Bytes];

/** Returns the record of the height, and the versions that its changes replace, each under its ordinal. */
export function* addedBy({ record, changes }: SealedHeight): Steps<readonly Entry[]> {
  const added: Entry[] = [[heightKey(record.height), yield* encodingHeightRecord(record)]];
  for (const { table, key, cell, archived } of changes) {
    if (cell === undefined) continue;
    added.push([versionKey(table, key, archived - 1), encodeVersion(cell, archived - 1, table.codec)]);
    if (added.length % RECORDS_OF_STEP === 0) yield;
  }
  return added;
}

/** Returns the keys of the version that each change replaced, and of the record of the height before. */
export function prunedBy({ records }: Pruning): readonly ByteText[] {
  const keys: ByteText[] = [];
  for (const { height, changed } of records) {
    for (const { table, key, archived } of changed) if (archived > 0) keys.push(versionKey(table, key, archived - 1));
    keys.push(heightKey(height - 1));
  }
  return keys;
}

/** Calls `drop` with the key of every version from the restored one on, and of every record of the heights above. */
export function* dropReverted({ height, latest, restored }: Reversal, drop: (key: ByteText) => void): Steps<void> {
  for (const { table, key, versions, archived } of restored)
    for (let ordinal = Math.max(archived - 1, 0); ordinal < versions; ordinal++) {
      drop(versionKey(table, key, ordinal));
      yield;
    }
  for (let above = height + 1; above <= latest; above++) {
    drop(heightKey(above));
    yield;
  }
}
