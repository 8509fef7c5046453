/**
 * Encodes and decodes Recursive Length Prefix, Ethereum's encoding of bytes and nested lists (Yellow Paper, appendix
 * B). Decoding accepts only the canonical form of the whole input. Errors have geth's texts, because wallets' tests
 * compare them.
 */
import { type Bytes, bigintToBytes, bytesToBigint } from '../../kernel/bytes.js';
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
