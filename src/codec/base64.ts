/** Base64 with the standard alphabet and padding (RFC 4648, section 4), strict: as Go's `base64.StdEncoding` reads it. */
import type { Bytes } from '../kernel/bytes.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) VALUES[ALPHABET.charCodeAt(i)] = i;

export function toBase64(bytes: Bytes): string {
  let text = '';
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
    text += letter(word >>> 18) + letter(word >>> 12) + letter(word >>> 6) + letter(word);
  }
  const [a = 0, b = 0] = bytes.subarray(whole);
  if (bytes.length - whole === 1) text += `${letter(a >>> 2)}${letter(a << 4)}==`;
  if (bytes.length - whole === 2) text += `${letter(a >>> 2)}${letter((a << 4) | (b >>> 4))}${letter(b << 2)}=`;
  return text;
}

const letter = (sextet: number): string => ALPHABET[sextet & 63] as string;

/** Undefined when `text` has another alphabet, wrong padding, or bits set in the unused end of the last letter. */
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
