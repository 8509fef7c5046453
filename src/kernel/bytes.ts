/** Provides the basic operations on byte arrays. */

export type Bytes = Uint8Array;

export const EMPTY_BYTES: Bytes = new Uint8Array(0);
/** Replaces an absent hash: the parent of the first block, or the hash of a block that has none yet. */
export const ZERO_HASH: Bytes = new Uint8Array(32);

export const concatBytes = (...parts: readonly Bytes[]): Bytes => joinBytes(parts);

/** Does what `concatBytes` does, for lists that are too long for the arguments of a call. */
export function joinBytes(parts: readonly Bytes[]): Bytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function equalBytes(a: Bytes, b: Bytes): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Pads `bytes` with zeros on the left to `length` bytes. Longer input is returned unchanged. */
export function leftPadded(bytes: Bytes, length: number): Bytes {
  if (bytes.length >= length) return bytes;
  const out = new Uint8Array(length);
  out.set(bytes, length - bytes.length);
  return out;
}

/** Compares lexicographically, as Go's `bytes.Compare`: the result is negative, zero or positive. */
export function compareBytes(a: Bytes, b: Bytes): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const d = (a[i] as number) - (b[i] as number);
    if (d !== 0) return d;
  }
  return a.length - b.length;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** Character codes of "0" and "9". The low four bits of a hex digit's code are its value, less 9 for a letter. */
const ZERO_DIGIT = 0x30;
const NINE_DIGIT = 0x39;

/**
 * Returns the unsigned big-endian bytes of `value`, left-padded with zeros to `length`. Without `length` the result is
 * minimal, and zero is empty. Throws a RangeError if the value does not fit.
 */
export function bigintToBytes(value: bigint, length?: number): Bytes {
  if (value <= MAX_SAFE) return numberToBytes(Number(value), length);
  const hex = value.toString(16);
  const out = sized(value, (hex.length + 1) >> 1, length);
  for (let at = out.length - 1, digit = hex.length - 1; digit >= 0; at--, digit -= 2) {
    const low = hex.charCodeAt(digit);
    const high = digit === 0 ? ZERO_DIGIT : hex.charCodeAt(digit - 1);
    out[at] = (low & 15) + (low > NINE_DIGIT ? 9 : 0) + (((high & 15) + (high > NINE_DIGIT ? 9 : 0)) << 4);
  }
  return out;
}

function numberToBytes(value: number, length: number | undefined): Bytes {
  let needed = 0;
  for (let rest = value; rest > 0; rest = Math.floor(rest / 0x100)) needed++;
  const out = sized(value, needed, length);
  for (let rest = value, at = out.length - 1; rest > 0; rest = Math.floor(rest / 0x100)) out[at--] = rest % 0x100;
  return out;
}

function sized(value: bigint | number, needed: number, length = needed): Bytes {
  if (needed > length) throw new RangeError(`${value} does not fit into ${length} bytes`);
  return new Uint8Array(length);
}

/** Reads `bytes` as an unsigned big-endian number; empty is zero. */
export function bytesToBigint(bytes: Bytes): bigint {
  let value = 0n;
  let i = 0;
  for (; i + 6 <= bytes.length; i += 6) {
    const chunk =
      (bytes[i] as number) * 0x10000000000 +
      (bytes[i + 1] as number) * 0x100000000 +
      (bytes[i + 2] as number) * 0x1000000 +
      (bytes[i + 3] as number) * 0x10000 +
      (bytes[i + 4] as number) * 0x100 +
      (bytes[i + 5] as number);
    value = (value << 48n) | BigInt(chunk);
  }
  for (; i < bytes.length; i++) value = (value << 8n) | BigInt(bytes[i] as number);
  return value;
}
