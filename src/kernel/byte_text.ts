/**
 * Represents byte strings as text with one character (U+0000 to U+00FF) for each byte. The text is a key for a `Map`: a
 * JavaScript engine stores it in one byte per character, and it compares as the bytes do.
 */
import type { Bytes } from './bytes.js';

export type ByteText = string;

const char = String.fromCharCode;
/** Most bytes for which calls with four characters beat one call with the array as its arguments (measured). */
const SHORT_BYTES = 16;
/** Most arguments of one call. */
const CHUNK_BYTES = 4096;

export function textOfBytes(bytes: Bytes): ByteText {
  const { length } = bytes;
  if (length > SHORT_BYTES) return textOfLongBytes(bytes);
  let text = '';
  let i = 0;
  for (; i + 4 <= length; i += 4)
    text += char(bytes[i] as number, bytes[i + 1] as number, bytes[i + 2] as number, bytes[i + 3] as number);
  for (; i < length; i++) text += char(bytes[i] as number);
  return text;
}

function textOfLongBytes(bytes: Bytes): ByteText {
  if (bytes.length <= CHUNK_BYTES) return char.apply(null, bytes as unknown as number[]);
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK_BYTES) text += textOfLongBytes(bytes.subarray(i, i + CHUNK_BYTES));
  return text;
}

const ADDRESS_BYTES = 20;
/**
 * Recent addresses by their last byte. A run reads the same few addresses repeatedly, and a `Map` finds a text that it
 * has seen before without hashing it again. The entries are copies, because a caller may pass a view of memory.
 */
const KNOWN = Array.from({ length: 256 }, () => ({ bytes: new Uint8Array(ADDRESS_BYTES), text: '' }));

/** Returns the text of an address, which must have 20 bytes. */
export function textOfAddress(bytes: Bytes): ByteText {
  const known = KNOWN[bytes[ADDRESS_BYTES - 1] as number] as (typeof KNOWN)[number];
  if (known.text === '' || !sameAddress(known.bytes, bytes)) {
    known.bytes.set(bytes);
    known.text = spelledAddress(bytes as unknown as Readonly<Record<Place, number>>);
  }
  return known.text;
}

// biome-ignore format: one row
type Place = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19;

/** Uses a fixed number of arguments, which costs a third of a general call (measured). */
function spelledAddress(b: Readonly<Record<Place, number>>): ByteText {
  // biome-ignore format: rows of eight
  return char(
    b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
    b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
    b[16], b[17], b[18], b[19],
  );
}

function sameAddress(a: Bytes, b: Bytes): boolean {
  for (let i = 0; i < ADDRESS_BYTES; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function bytesOfText(text: ByteText): Bytes {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
