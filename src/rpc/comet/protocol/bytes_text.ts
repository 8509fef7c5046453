/** Decodes hex and base64 text to bytes, with the errors of Go's `encoding/hex` and `encoding/base64`. */
import { tryFromBase64 } from '../../../codec/base64.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { hexProblem, tryFromHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { GoError } from './error.js';

/** Decodes hex in either case, without prefix. */
export function hexBytes(text: string): Bytes {
  const bytes = tryFromHex(text);
  if (bytes === undefined) throw new GoError(hexProblem(text));
  return bytes;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const SEXTETS = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) SEXTETS[ALPHABET.charCodeAt(i)] = i;
const PADDING = '='.charCodeAt(0);
const NEWLINES: ReadonlySet<number> = new Set(['\n'.charCodeAt(0), '\r'.charCodeAt(0)]);

const corrupt = (at: number): GoError => new GoError(`illegal base64 data at input byte ${at}`);

/** Checks the text from the first `=` on. Throws GoError when the padding is wrong. */
function checkPadding(text: Bytes, first: number, sextets: number): void {
  const skip = (from: number): number => {
    let at = from;
    while (NEWLINES.has(text[at] ?? -1)) at += 1;
    return at;
  };
  if (sextets % 4 < 2) throw corrupt(first);
  let at = skip(first + 1);
  if (sextets % 4 === 2) {
    if (at === text.length) throw corrupt(text.length);
    if (text[at] !== PADDING) throw corrupt(at - 1);
    at = skip(at + 1);
  }
  if (at < text.length) throw corrupt(at);
}

/** Decodes base64 in the standard alphabet with padding. Line breaks are skipped, and unused bits are not checked. */
export const base64Bytes = (text: string): Bytes => tryFromBase64(text) ?? lenientBase64(text);

/** Decodes what the strict and fast decoder refuses: Go accepts more, and reports the byte at which it stops. */
function lenientBase64(text: string): Bytes {
  const input = utf8(text);
  const out = new Uint8Array(Math.ceil((input.length * 3) / 4));
  let length = 0;
  let sextets = 0;
  let bits = 0;
  let held = 0;
  let at = 0;
  for (; at < input.length && input[at] !== PADDING; at++) {
    const byte = input[at] as number;
    const sextet = SEXTETS[byte] ?? -1;
    if (sextet < 0) {
      if (NEWLINES.has(byte)) continue;
      throw corrupt(at);
    }
    sextets += 1;
    bits = ((bits << 6) | sextet) & 0x3fff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out[length++] = (bits >> held) & 0xff;
  }
  if (at < input.length) checkPadding(input, at, sextets);
  else if (sextets % 4 !== 0) throw corrupt(at - (sextets % 4));
  return out.subarray(0, length);
}
