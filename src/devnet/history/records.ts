/**
 * Defines the records of earlier blocks in a chain's store: one letter for all of them (`H`), one for the kind, then the
 * rest of the key. They are written with the genesis, in one batch, and never change. JSON is stored as text.
 */
import { BLOOM_BYTES } from '../../codec/ethereum/receipt.js';
import { type Bytes, bigintToBytes, concatBytes, equalBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import type { KeyRange, RecordName } from '../../storage/store.js';

const key = (kind: string, ...rest: readonly Bytes[]): Bytes => concatBytes(utf8(`H${kind}`), ...rest);

const NUMBER_BYTES = 8;
const INDEX_BYTES = 4;
const numberBytes = (number: number): Bytes => bigintToBytes(BigInt(number), NUMBER_BYTES);
const indexBytes = (index: number): Bytes => bigintToBytes(BigInt(index), INDEX_BYTES);

/** Covers all records of earlier blocks. */
export const HISTORY_RANGE: KeyRange = { gte: utf8('H'), lt: utf8('I') };

/** Facts about the earlier blocks, as JSON (`HistoryFacts`). */
export const FACTS_KEY = key('m');
export const blockKey = (number: number): Bytes => key('b', numberBytes(number));
/** Returns the key of the bloom of a block with logs. */
export const bloomKey = (number: number): Bytes => key('l', numberBytes(number));
/** Returns the key of the number of the block with a hash, in 8 bytes. */
export const hashKey = (hash: Bytes): Bytes => key('h', hash);
/** Returns the key of a transaction's place: the number of its block, and its place in the list of that block. */
export const placeKey = (hash: Bytes): Bytes => key('t', hash);
/** Returns the key of the transactions of a block with their receipts, as a JSON array. */
export const receiptsKey = (number: number): Bytes => key('r', numberBytes(number));
/** Returns the key of the changes of a state, as JSON. */
export const stateKey = (number: number): Bytes => key('s', numberBytes(number));
/** Returns the key of the values that an account had, oldest first, as JSON: `[number, account]`. */
export const accountKey = (address: Bytes): Bytes => key('a', address);
/** Returns the key of the values that a slot had, oldest first, as JSON: `[number, value]`. */
export const slotKey = (address: Bytes, slot: Bytes): Bytes => key('o', address, slot);
export const codeKey = (codeHash: Bytes): Bytes => key('c', codeHash);

export const jsonBytes = (value: unknown): Bytes => utf8(JSON.stringify(value));
export const jsonOf = (bytes: Bytes): unknown => JSON.parse(fromUtf8(bytes));

export const placeBytes = (number: number, at: number): Bytes => concatBytes(numberBytes(number), indexBytes(at));

/** Returns a number that `numberBytes` or `placeBytes` wrote. */
export function numberIn(value: Bytes): number {
  return Number(new DataView(value.buffer, value.byteOffset, NUMBER_BYTES).getBigUint64(0));
}

/** Returns the place in a block's list that `placeBytes` wrote. */
export function indexIn(value: Bytes): number {
  return new DataView(value.buffer, value.byteOffset + NUMBER_BYTES, INDEX_BYTES).getUint32(0);
}

export const numberValue = numberBytes;

/** Returns whether the value has the form that its key requires. */
export function isHistoryRecord(of: Bytes, value: Bytes): boolean {
  const kind = fromUtf8(of.subarray(1, 2));
  if (kind === 'c') return equalBytes(keccak256(value), of.subarray(2));
  if (kind === 'l') return value.length === BLOOM_BYTES;
  if (kind === 'h') return value.length === NUMBER_BYTES;
  if (kind === 't') return value.length === NUMBER_BYTES + INDEX_BYTES;
  try {
    jsonOf(value);
    return true;
  } catch {
    return false;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  m: 'facts',
  b: 'block',
  l: 'bloom of block',
  h: 'number of the block',
  t: 'place of transaction',
  r: 'receipts of block',
  s: 'state after block',
  a: 'account',
  o: 'storage',
  c: 'code',
};
const NUMBERED = 'blrs';

/** Describes a record. It is undefined for a key that is not one of earlier blocks. */
export function historyRecordName(of: Bytes): RecordName | undefined {
  if (fromUtf8(of.subarray(0, 1)) !== 'H') return undefined;
  const kind = fromUtf8(of.subarray(1, 2));
  const rest = of.subarray(2);
  const what = NUMBERED.includes(kind) && rest.length === NUMBER_BYTES ? `${numberIn(rest)}` : toHex(rest);
  return { text: `earlier blocks' ${NAMES[kind] ?? 'record'} ${what}`.trim() };
}
