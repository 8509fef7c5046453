/**
 * Encodes and decodes Recursive Length Prefix, Ethereum's encoding of bytes and nested lists (Yellow Paper, appendix
 * B). Decoding accepts only the canonical form of the whole input. Errors have geth's texts, because wallets' tests
 * compare them.
 */
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { CodecError } from '../codec_error.js';

export type RlpItem = Bytes | readonly RlpItem[];

/** Deepest nesting of lists. Transactions need 3 levels, tries 2. */
export const MAX_RLP_DEPTH = 64;

const SHORT_STRING = 0x80;
const SHORT_LIST = 0xc0;
/** Greatest length that is encoded in the first byte. */
const MAX_SHORT_LENGTH = 55;

/** Size of the longest header: one byte, and eight bytes of length. */
const MAX_HEADER_BYTES = 9;

export function encodeRlp(item: RlpItem): Bytes {
  const out = new Uint8Array(mostBytes(item));
  return out.slice(writeItem(out, out.length, item));
}

function mostBytes(item: RlpItem): number {
  if (item instanceof Uint8Array) return MAX_HEADER_BYTES + item.length;
  return item.reduce((sum, child) => sum + mostBytes(child), MAX_HEADER_BYTES);
}

/**
 * Writes `item` from its last byte to its first, so that it ends at `end` and lengths are known when they are written.
 * Returns the position where the item starts.
 */
function writeItem(out: Bytes, end: number, item: RlpItem): number {
  if (!(item instanceof Uint8Array)) {
    const start = item.reduceRight((at, child) => writeItem(out, at, child), end);
    return writeHeader(out, start, end - start, SHORT_LIST);
  }
  const start = end - item.length;
  out.set(item, start);
  if (item.length === 1 && (item[0] as number) < SHORT_STRING) return start;
  return writeHeader(out, start, item.length, SHORT_STRING);
}

function writeHeader(out: Bytes, end: number, length: number, base: number): number {
  let at = end;
  if (length > MAX_SHORT_LENGTH)
    for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) out[--at] = rest % 256;
  out[at - 1] = base + (length > MAX_SHORT_LENGTH ? MAX_SHORT_LENGTH + end - at : length);
  return at - 1;
}

/** Returns the item that all of `bytes` encodes. Throws CodecError unless it is the canonical encoding. */
export function decodeRlp(bytes: Bytes): RlpItem {
  if (bytes.length === 0) throw new CodecError('EOF');
  const { item, end } = readItem(bytes, 0, bytes.length, 0);
  if (end !== bytes.length) throw new CodecError('rlp: input contains more than one value');
  return item;
}

interface Payload {
  readonly isList: boolean;
  readonly start: number;
  readonly end: number;
}

function readItem(bytes: Bytes, at: number, limit: number, depth: number): { item: RlpItem; end: number } {
  const { isList, start, end } = readHeader(bytes, at, limit, depth);
  if (!isList) return { item: bytes.subarray(start, end), end };
  if (depth >= MAX_RLP_DEPTH) throw new CodecError(`rlp: lists nest deeper than ${MAX_RLP_DEPTH}`);
  const items: RlpItem[] = [];
  for (let next = start; next < end; ) {
    const child = readItem(bytes, next, end, depth + 1);
    items.push(child.item);
    next = child.end;
  }
  return { item: items, end };
}

function readHeader(bytes: Bytes, at: number, limit: number, depth: number): Payload {
  const first = bytes[at] as number;
  if (first < SHORT_STRING) return { isList: false, start: at, end: at + 1 };
  const isList = first >= SHORT_LIST;
  const length = first - (isList ? SHORT_LIST : SHORT_STRING);
  const sizeBytes = Math.max(0, length - MAX_SHORT_LENGTH);
  const start = at + 1 + sizeBytes;
  const end = start + (sizeBytes === 0 ? length : readLength(bytes, at + 1, start, limit));
  if (end > limit)
    throw new CodecError(
      depth === 0 ? 'rlp: value size exceeds available input length' : 'rlp: element is larger than containing list',
    );
  if (!isList && end - start === 1 && (bytes[start] as number) < SHORT_STRING) throw nonCanonicalSize();
  return { isList, start, end };
}

function readLength(bytes: Bytes, from: number, to: number, limit: number): number {
  if (to > limit) throw new CodecError('unexpected EOF');
  if (bytes[from] === 0) throw nonCanonicalSize();
  const length = bytesToBigint(bytes.subarray(from, to));
  if (length <= MAX_SHORT_LENGTH) throw nonCanonicalSize();
  // Any length above 2^53 exceeds the length of every input.
  return Number(length);
}

const nonCanonicalSize = (): CodecError => new CodecError('rlp: non-canonical size information');

/** Encodes an unsigned integer for RLP: big-endian without leading zeros. Zero is empty. */
export const rlpUint = (value: bigint): Bytes => bigintToBytes(value);

/** Decodes the unsigned integer in an RLP string. Throws CodecError for a list and for leading zeros. */
export function uintFromRlp(item: RlpItem): bigint {
  if (!(item instanceof Uint8Array)) throw new CodecError('rlp: expected input string or byte');
  if (item[0] === 0) throw new CodecError('rlp: non-canonical integer (leading zero bytes)');
  return bytesToBigint(item);
}

const ADDRESS_BYTES = 20;
const HASH_BYTES = 32;

/** Reader of the elements of an RLP list, in order. Errors have geth's texts for a Go struct of the given name. */
export class RlpFields {
  private readonly items: readonly RlpItem[];
  private at = 0;

  /** `type` is the Go struct, and `context` is the path of fields that led to it. */
  constructor(
    item: RlpItem,
    private readonly type: string,
    private readonly context = '',
  ) {
    if (item instanceof Uint8Array) throw refuse('expected input list', type, context);
    this.items = item;
  }

  /** Reads an integer of at most `bytes` bytes, without leading zeros. */
  uint(field: string, type = '*big.Int', bytes = Number.POSITIVE_INFINITY): bigint {
    const value = this.string(field, type);
    if (value.length > bytes) throw this.error('input string too long', type, field);
    if (value[0] === 0) throw this.error('non-canonical integer (leading zero bytes)', type, field);
    return bytesToBigint(value);
  }

  uint64(field: string): bigint {
    return this.uint(field, 'uint64', 8);
  }

  uint256(field: string): bigint {
    return this.uint(field, '*uint256.Int', 32);
  }

  bytes(field: string): Bytes {
    return this.string(field, '[]uint8');
  }

  address(field: string): Bytes {
    return this.sized(field, 'common.Address', ADDRESS_BYTES);
  }

  hash(field: string): Bytes {
    return this.sized(field, 'common.Hash', HASH_BYTES);
  }

  /** Reads an address. An empty string means that the transaction creates a contract. */
  optionalAddress(field: string): Bytes | undefined {
    const next = this.items[this.at];
    if (next !== undefined && next.length === 0 && next instanceof Uint8Array) {
      this.at++;
      return undefined;
    }
    return this.address(field);
  }

  /** Reads the elements of a nested list with `read`. */
  list<T>(field: string, type: string, read: (item: RlpItem, context: string) => T): readonly T[] {
    const item = this.next();
    if (item instanceof Uint8Array) throw this.error('expected input list', type, field);
    return item.map((element, i) => read(element, `${this.path(field)}[${i}]`));
  }

  /** Checks that no elements are left. Call it after the last field. */
  end(): void {
    if (this.at < this.items.length) throw refuse('input list has too many elements', this.type, this.context);
  }

  private next(): RlpItem {
    const item = this.items[this.at++];
    if (item === undefined) throw refuse('too few elements', this.type, this.context);
    return item;
  }

  private string(field: string, type: string): Bytes {
    const item = this.next();
    if (!(item instanceof Uint8Array)) throw this.error('expected input string or byte', type, field);
    return item;
  }

  private sized(field: string, type: string, length: number): Bytes {
    const value = this.string(field, type);
    if (value.length !== length)
      throw this.error(value.length < length ? 'input string too short' : 'input string too long', type, field);
    return value;
  }

  private path(field: string): string {
    return this.context === '' ? `(${this.type}).${field}` : `${this.context}.${field}`;
  }

  private error(problem: string, type: string, field: string): CodecError {
    return refuse(problem, type, this.path(field));
  }
}

const refuse = (problem: string, type: string, context: string): CodecError =>
  new CodecError(`rlp: ${problem} for ${type}${context === '' ? '' : `, decoding into ${context}`}`);

/** Reads a 32-byte hash that is an element of a list. */
export function hashFromRlp(item: RlpItem, context: string): Bytes {
  if (!(item instanceof Uint8Array)) throw refuse('expected input string or byte', 'common.Hash', context);
  if (item.length === HASH_BYTES) return item;
  throw refuse(item.length < HASH_BYTES ? 'input string too short' : 'input string too long', 'common.Hash', context);
}

/** Returns an address or no bytes, as RLP encodes it. */
export const rlpOptional = (address: Bytes | undefined): Bytes => address ?? EMPTY_BYTES;
