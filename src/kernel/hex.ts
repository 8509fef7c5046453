/** Hex text of byte arrays: lower case (Ethereum, with `0x`), upper case (CometBFT, bare). */
import type { Bytes } from './bytes.js';

const LOWER = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const UPPER = LOWER.map((pair) => pair.toUpperCase());

function spell(bytes: Bytes, table: readonly string[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += table[bytes[i] as number];
  return text;
}

/** Lower case without prefix. */
export const toHex = (bytes: Bytes): string => spell(bytes, LOWER);
/** Upper case without prefix, as CometBFT prints hashes and addresses. */
export const toUpperHex = (bytes: Bytes): string => spell(bytes, UPPER);
/** Lower case with `0x`, as Ethereum prints data. */
export const to0x = (bytes: Bytes): string => `0x${spell(bytes, LOWER)}`;

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  return -1;
}

/** Bytes of bare hex text of either case; undefined when it has an odd length or another character. */
export function tryFromHex(text: string): Bytes | undefined {
  if (text.length % 2 === 1) return undefined;
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) {
    const high = nibble(text.charCodeAt(2 * i));
    const low = nibble(text.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return undefined;
    out[i] = (high << 4) | low;
  }
  return out;
}

/** Bytes of bare or `0x`-prefixed hex text; throws a RangeError that quotes the text. */
export function fromHex(text: string): Bytes {
  const bytes = tryFromHex(text.startsWith('0x') || text.startsWith('0X') ? text.slice(2) : text);
  if (bytes === undefined) throw new RangeError(`"${text}" is not hex with an even number of digits`);
  return bytes;
}
