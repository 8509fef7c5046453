/**
 * Encodes and decodes Bech32 (BIP-173): a readable prefix, `1`, letters of five bits and a checksum of six letters.
 * Cosmos addresses use it with texts longer than the BIP's 90 characters. Bech32m is not supported. Mixed case is
 * rejected, as the BIP requires. It is written here because a start encodes and decodes hundreds of addresses.
 */
import type { Bytes } from '../kernel/bytes.js';
import { utf8 } from '../kernel/text.js';
import { CodecError } from './codec_error.js';

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CHECKSUM_LENGTH = 6;
/** Length of a prefix of one character, the separator and the checksum. */
const MIN_BECH32_LENGTH = 8;
/** Most characters of a text, as in the Cosmos SDK. */
const MAX_BECH32_LENGTH = 1023;
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
/** What the five bits that leave the checksum change in it, by these bits. */
const REMAINDERS = Uint32Array.from({ length: 32 }, (_, bits) =>
  GENERATORS.reduce((remainder, generator, bit) => ((bits >> bit) & 1 ? remainder ^ generator : remainder), 0),
);

/** Encodes bytes. `prefix` must have 1 to 83 printable ASCII characters, none of them in upper case. */
export function encodeBech32(prefix: string, bytes: Bytes): string {
  if (!/^[!-@[-~]{1,83}$/.test(prefix)) throw new CodecError(`bech32: "${prefix}" cannot be a prefix`);
  const words = new Uint8Array(Math.ceil((bytes.length * 8) / 5));
  let [bits, held, at] = [0, 0, 0];
  for (const byte of bytes) {
    bits = ((bits & 31) << 8) | byte;
    for (held += 8; held >= 5; held -= 5) words[at++] = (bits >> (held - 5)) & 31;
  }
  if (held > 0) words[at] = (bits << (5 - held)) & 31;
  let text = `${prefix}1`;
  for (const word of words) text += LETTERS[word];
  return text + checksumOf(prefix, words);
}

/** Returns the six letters that follow those of the words. */
function checksumOf(prefix: string, words: Uint8Array): string {
  const { length } = prefix;
  // A zero separates the high bits of the prefix's characters from their low bits. The checksum's own words are zero.
  const all = new Uint8Array(2 * length + 1 + words.length + CHECKSUM_LENGTH);
  for (let i = 0; i < length; i++) {
    const character = prefix.charCodeAt(i);
    all[i] = character >> 5;
    all[length + 1 + i] = character & 31;
  }
  all.set(words, 2 * length + 1);
  let checksum = 1;
  for (const word of all) checksum = ((checksum & 0x1ffffff) << 5) ^ (REMAINDERS[checksum >>> 25] ?? 0) ^ word;
  checksum ^= 1;
  let letters = '';
  for (let shift = 5 * (CHECKSUM_LENGTH - 1); shift >= 0; shift -= 5) letters += LETTERS[(checksum >> shift) & 31];
  return letters;
}

/** Decodes text. Throws a CodecError with the text of the SDK's decoder (cosmos/btcutil). */
export function decodeBech32(text: string): { readonly prefix: string; readonly bytes: Bytes } {
  const problem = problemOfForm(text);
  if (problem !== undefined) throw new CodecError(problem);
  const lower = text.toLowerCase();
  const separator = lower.lastIndexOf('1');
  const prefix = lower.slice(0, separator);
  const given = lower.slice(-CHECKSUM_LENGTH);
  const words = new Uint8Array(lower.length - CHECKSUM_LENGTH - separator - 1);
  for (let i = 0; i < words.length; i++) words[i] = LETTERS.indexOf(lower.charAt(separator + 1 + i));
  const expected = checksumOf(prefix, words);
  if (expected !== given) throw new CodecError(`invalid checksum (expected ${expected} got ${given})`);
  const bytes = new Uint8Array((words.length * 5) >> 3);
  let [bits, held, at] = [0, 0, 0];
  for (const word of words) {
    bits = ((bits & 127) << 5) | word;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = bits >> held;
  }
  // What is left of the last word must be less than a word, and zero.
  if (held > 4 || (bits & ((1 << held) - 1)) !== 0) throw new CodecError('invalid incomplete group');
  return { prefix, bytes };
}

/** Returns what is wrong with a text before its checksum is computed. */
function problemOfForm(text: string): string | undefined {
  const length = /^[ -~]*$/.test(text) ? text.length : utf8(text).length;
  if (length < MIN_BECH32_LENGTH || length > MAX_BECH32_LENGTH) return `invalid bech32 string length ${length}`;
  if (!/^(?:[!-@[-~]+|[!-`{-~]+)$/.test(text)) return problemOfCharacters(text);
  const letters = /^.*1/.exec(text)?.[0].length ?? 0;
  if (letters < 2 || letters + CHECKSUM_LENGTH > length) return `invalid separator index ${letters - 1}`;
  const strange = /[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/.exec(text.slice(letters).toLowerCase())?.[0];
  return strange && `invalid character not part of charset: ${strange.charCodeAt(0)}`;
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
