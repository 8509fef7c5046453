/**
 * Encodes and decodes base64 with the standard alphabet and padding (RFC 4648, section 4), as strictly as Go's
 * `base64.StdEncoding`.
 */
import type { Bytes } from '../kernel/bytes.js';
import { fromUtf8 } from '../kernel/text.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

const LETTERS = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
const PADDING = '='.charCodeAt(0);
/** Buffer for texts of ordinary length. Longer texts get a buffer of their own. */
const scratch = new Uint8Array(4096);

/** Encodes bytes. Writing bytes and converting them to text at once is several times as fast as joining letters. */
export function toBase64(bytes: Bytes): string {
  const length = Math.ceil(bytes.length / 3) * 4;
  const text = length <= scratch.length ? scratch : new Uint8Array(length);
  let at = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text[at++] = LETTERS[word >>> 18] as number;
    text[at++] = LETTERS[(word >>> 12) & 63] as number;
    text[at++] = LETTERS[(word >>> 6) & 63] as number;
    text[at++] = LETTERS[word & 63] as number;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  for (let i = 1; i <= missing; i++) text[length - i] = PADDING;
  return fromUtf8(text.subarray(0, length));
}

/**
 * Decodes text. Returns undefined when it has another alphabet, wrong padding, or bits set in the unused end of the
 * last letter.
 */
export function tryFromBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const letters = text.length - padding;
  const out = new Uint8Array((text.length / 4) * 3 - padding);
  let word = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < letters; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = word >>> bits;
  }
  return (word & ((1 << bits) - 1)) === 0 ? out : undefined;
}

/**
 * Returns what Go's `base64` finds wrong with a text; undefined for one that it decodes. With `forUrls` the alphabet is
 * that of URLs.
 */
export function base64Problem(text: string, forUrls = false): string | undefined {
  // A long text is almost always right, and the search for a wrong letter is slow.
  if (!forUrls && tryFromBase64(text) !== undefined) return undefined;
  const letters = forUrls ? /^[\w-]$/ : /^[A-Za-z\d+/]$/;
  const wrong = (at: number): string => `illegal base64 data at input byte ${at}`;
  // Go skips the ends of lines.
  const shown = [...text].flatMap((letter, at) => (letter === '\n' || letter === '\r' ? [] : [{ letter, at }]));
  for (let i = 0; i < shown.length; i += 4) {
    const four = shown.slice(i, i + 4);
    const first = four.findIndex(({ letter }) => !letters.test(letter));
    const found = four[first];
    if (found === undefined) {
      if (four.length < 4) return wrong(text.length - four.length);
      continue;
    }
    if (found.letter !== '=' || first < 2) return wrong(found.at);
    const second = four[first + 1];
    if (first === 2 && second === undefined) return wrong(text.length);
    if (first === 2 && second?.letter !== '=') return wrong(found.at + 1);
    const after = shown[i + 4];
    return after === undefined ? undefined : wrong(after.at);
  }
  return undefined;
}
