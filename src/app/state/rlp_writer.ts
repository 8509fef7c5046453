/**
 * Writes RLP straight into a buffer, for what every block encodes: trie nodes and accounts. The bytes are those of
 * `src/codec/ethereum/rlp.ts`, which makes an array for each item. Each function writes at `at` and returns the end of
 * what it wrote.
 */
import type { Bytes } from '../../kernel/bytes.js';

const SHORT_STRING = 0x80;
const SHORT_LIST = 0xc0;
const MAX_SHORT_LENGTH = 55;
/** Space to leave for a list's header before its payload: payloads here stay below 2^16 bytes. */
export const LIST_HEADER_BYTES = 3;

function writeHeader(out: Bytes, at: number, length: number, base: number): number {
  if (length <= MAX_SHORT_LENGTH) {
    out[at] = base + length;
    return at + 1;
  }
  if (length < 0x100) {
    out[at] = base + MAX_SHORT_LENGTH + 1;
    out[at + 1] = length;
    return at + 2;
  }
  out[at] = base + MAX_SHORT_LENGTH + 2;
  out[at + 1] = length >> 8;
  out[at + 2] = length & 0xff;
  return at + 3;
}

export const writeStringHeader = (out: Bytes, at: number, length: number): number =>
  writeHeader(out, at, length, SHORT_STRING);

/** Writes a string. A single byte below 0x80 is its own encoding. */
export function writeString(out: Bytes, at: number, value: Bytes): number {
  if (value.length === 1 && (value[0] as number) < SHORT_STRING) {
    out[at] = value[0] as number;
    return at + 1;
  }
  return writeBytes(out, writeStringHeader(out, at, value.length), value);
}

/** Writes bytes without a header. */
export function writeBytes(out: Bytes, at: number, value: Bytes): number {
  out.set(value, at);
  return at + value.length;
}

/**
 * Puts the header before a payload at [start, end), of which the LIST_HEADER_BYTES before `start` are free. Returns
 * where the list begins.
 */
export function writeListHeaderBefore(out: Bytes, start: number, end: number): number {
  const length = end - start;
  const at = start - (length <= MAX_SHORT_LENGTH ? 1 : length < 0x100 ? 2 : 3);
  writeHeader(out, at, length, SHORT_LIST);
  return at;
}

const LIMB_BITS = 32n;
const LIMB_MASK = 0xffffffffn;

/** Writes an unsigned integer of at most 256 bits: big-endian without leading zeros. */
export function writeUint(out: Bytes, at: number, value: bigint): number {
  if (value < 0x80n) {
    out[at] = value === 0n ? SHORT_STRING : Number(value);
    return at + 1;
  }
  // The digits are written from the right, where the longest value would end; then they move to the left.
  const full = at + 1 + 32;
  let from = full;
  for (let rest = value; rest > 0n; rest >>= LIMB_BITS) {
    let limb = Number(rest & LIMB_MASK);
    for (let i = 0; i < 4; i++) {
      out[--from] = limb & 0xff;
      limb >>>= 8;
    }
  }
  while (out[from] === 0) from++;
  const length = full - from;
  out[at] = SHORT_STRING + length;
  out.copyWithin(at + 1, from, full);
  return at + 1 + length;
}
