/** Encodes bytes as hex text and decodes them. Ethereum uses lower case with `0x`, CometBFT upper case without a prefix. */
import type { Bytes } from './bytes.js';
import { fromUtf8, utf8 } from './text.js';

interface Spelling {
  readonly pairs: readonly string[];
  /** Concatenated pairs as character codes. */
  readonly codes: Bytes;
}

const spelling = (pairs: readonly string[]): Spelling => ({ pairs, codes: utf8(pairs.join('')) });
const LOWER_PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const LOWER = spelling(LOWER_PAIRS);
const UPPER = spelling(LOWER_PAIRS.map((pair) => pair.toUpperCase()));

/** Most bytes for which joining pairs is faster than decoding their codes (measured). */
const SHORT_BYTES = 16;
const SCRATCH: Bytes = new Uint8Array(4096);

function spell(bytes: Bytes, { pairs, codes }: Spelling): string {
  const { length } = bytes;
  if (length > SHORT_BYTES) return spellLong(bytes, codes);
  let text = '';
  for (let i = 0; i < length; i++) text += pairs[bytes[i] as number];
  return text;
}

function spellLong(bytes: Bytes, codes: Bytes): string {
  const size = 2 * bytes.length;
  const out = size <= SCRATCH.length ? SCRATCH : new Uint8Array(size);
  for (let i = 0, at = 0; at < size; i++) {
    const pair = (bytes[i] as number) << 1;
    out[at++] = codes[pair] as number;
    out[at++] = codes[pair + 1] as number;
  }
  return fromUtf8(out.subarray(0, size));
}

/** Returns lower-case hex without prefix. */
export const toHex = (bytes: Bytes): string => spell(bytes, LOWER);
/** Returns upper-case hex without prefix, as CometBFT prints hashes and addresses. */
export const toUpperHex = (bytes: Bytes): string => spell(bytes, UPPER);
/** Returns lower-case hex with `0x`, as Ethereum prints data. */
export const to0x = (bytes: Bytes): string => `0x${spell(bytes, LOWER)}`;

/** Digit of each character code; -1 when it is no hex digit. */
const NIBBLES = Int8Array.from({ length: 256 }, (_, code) => {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
});

/** Decodes hex text of either case without prefix; returns undefined for an odd length or another character. */
export function tryFromHex(text: string): Bytes | undefined {
  if (text.length % 2 === 1) return undefined;
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) {
    const high = NIBBLES[text.charCodeAt(2 * i)] ?? -1;
    const low = NIBBLES[text.charCodeAt(2 * i + 1)] ?? -1;
    if (high < 0 || low < 0) return undefined;
    out[i] = (high << 4) | low;
  }
  return out;
}

/** Decodes hex text with or without `0x`; throws a RangeError that quotes the text. */
export function fromHex(text: string): Bytes {
  const bytes = tryFromHex(text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text);
  if (bytes === undefined) throw new RangeError(`"${text}" is not hex with an even number of digits`);
  return bytes;
}

/** Decodes `0x`-prefixed hex text in UTF-8; returns undefined when the text is invalid. */
export function tryFromHexText(text: Bytes): Bytes | undefined {
  return hasHexPrefix(text) ? tryFromHexDigits(text.subarray(2)) : undefined;
}

/** Returns whether a text in UTF-8 begins with `0x`. */
export const hasHexPrefix = (text: Bytes): boolean => text[0] === 0x30 && text[1] === 0x78;

/** Decodes hex text in UTF-8 without prefix; returns undefined for an odd length or another character. */
export function tryFromHexDigits(text: Bytes): Bytes | undefined {
  if (text.length % 2 === 1) return undefined;
  const out = new Uint8Array(text.length / 2);
  for (let i = 0, at = 0; i < out.length; i++) {
    const high = NIBBLES[text[at++] as number] as number;
    const low = NIBBLES[text[at++] as number] as number;
    if ((high | low) < 0) return undefined;
    out[i] = (high << 4) | low;
  }
  return out;
}

const HEX_DIGIT = /^[0-9a-fA-F]$/;
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** Formats a byte as Go's `%#U`, such as `U+0078 'x'`; an unprintable character has no quoted part. */
function namedByte(byte: number): string {
  const char = String.fromCharCode(byte);
  const name = `U+${byte.toString(16).toUpperCase().padStart(4, '0')}`;
  return char !== ' ' && UNPRINTABLE.test(char) ? name : `${name} '${char}'`;
}

/**
 * Returns the message of Go's `hex.DecodeString` for a text that is not hex, which CometBFT clients see. A wrong digit
 * is reported before an odd length.
 */
export function hexProblem(text: string): string {
  const wrong = utf8(text).find((byte) => !HEX_DIGIT.test(String.fromCharCode(byte)));
  return wrong === undefined
    ? 'encoding/hex: odd length hex string'
    : `encoding/hex: invalid byte: ${namedByte(wrong)}`;
}
