/**
 * Encodes and decodes Bech32 (BIP-173): a readable prefix, `1`, letters of five bits and a checksum of six letters.
 * Cosmos addresses use it with texts longer than the BIP's 90 characters. Bech32m is not supported. Mixed case is
 * rejected, as the BIP requires.
 */
import { bech32 } from '@scure/base';
import type { Bytes } from '../kernel/bytes.js';
import { utf8 } from '../kernel/text.js';
import { CodecError } from './codec_error.js';

/** Most characters of a text, as in the Cosmos SDK. */
const MAX_BECH32_LENGTH = 1023;

/** Encodes bytes. `prefix` must have 1 to 83 printable ASCII characters, none of them in upper case. */
export function encodeBech32(prefix: string, bytes: Bytes): string {
  if (!/^[!-@[-~]{1,83}$/.test(prefix)) throw new CodecError(`bech32: "${prefix}" cannot be a prefix`);
  return bech32.encode(prefix, bech32.toWords(bytes), false);
}

/** Decodes text. Throws a CodecError with the text of the SDK's decoder (cosmos/btcutil). */
export function decodeBech32(text: string): { readonly prefix: string; readonly bytes: Bytes } {
  const decoded = bech32.decodeUnsafe(text, MAX_BECH32_LENGTH);
  const bytes = decoded && HAS_PREFIX.test(text) ? bech32.fromWordsUnsafe(decoded.words) : undefined;
  if (decoded && bytes) return { prefix: decoded.prefix, bytes };
  throw new CodecError(problemOf(text));
}

const HAS_PREFIX = /^[!-~]+1[^1]*$/;
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_LENGTH = 6;
/** Length of a prefix of one character, the separator and the checksum. */
const MIN_BECH32_LENGTH = 8;

function problemOf(text: string): string {
  const { length } = utf8(text);
  if (length < MIN_BECH32_LENGTH || length > MAX_BECH32_LENGTH) return `invalid bech32 string length ${length}`;
  const unwanted = problemOfCharacters(text);
  if (unwanted !== undefined) return unwanted;
  const lower = text.toLowerCase();
  const separator = lower.lastIndexOf('1');
  if (separator < 1 || separator + CHECKSUM_LENGTH >= length) return `invalid separator index ${separator}`;
  const letters = lower.slice(separator + 1);
  const strange = /[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/.exec(letters)?.[0];
  if (strange !== undefined) return `invalid character not part of charset: ${strange.charCodeAt(0)}`;
  const words = Array.from(letters.slice(0, -CHECKSUM_LENGTH), (letter) => LETTERS.indexOf(letter));
  const expected = bech32.encode(lower.slice(0, separator), words, false).slice(-CHECKSUM_LENGTH);
  const given = lower.slice(-CHECKSUM_LENGTH);
  return expected === given ? 'invalid incomplete group' : `invalid checksum (expected ${expected} got ${given})`;
}

/** Returns what the first character that does not belong to those before it breaks. */
function problemOfCharacters(text: string): string | undefined {
  let [hasLower, hasUpper] = [false, false];
  for (const byte of utf8(text)) {
    const character = String.fromCharCode(byte);
    if (!/[!-~]/.test(character)) return `invalid character in string: '${character}'`;
    hasLower ||= /[a-z]/.test(character);
    hasUpper ||= /[A-Z]/.test(character);
    if (hasLower && hasUpper) return 'string not all lowercase or all uppercase';
  }
  return undefined;
}
