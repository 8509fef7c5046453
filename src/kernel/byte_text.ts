/**
 * Byte strings as text with one character (U+0000 to U+00FF) for each byte: a key for a `Map` that a JavaScript engine
 * stores in one byte a character, and that compares as the bytes do.
 */
import type { Bytes } from './bytes.js';

export type ByteText = string;

const char = String.fromCharCode;
/** Up to here a call for four characters beats one call with the array as its arguments (measured). */
const SHORT_BYTES = 16;
/** Arguments that one call takes. */
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

export function bytesOfText(text: ByteText): Bytes {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
