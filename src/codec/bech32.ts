/**
 * Encodes and decodes Bech32 (BIP-173): a readable prefix, `1`, letters of five bits and a checksum of six letters.
 * Cosmos addresses use it with texts longer than the BIP's 90 characters. Bech32m is not supported. Mixed case is
 * rejected, as the BIP requires.
 */
import { bech32 } from '@scure/base';
import type { Bytes } from '../kernel/bytes.js';
import { CodecError } from './codec_error.js';

/** Most characters of a text, as in the Cosmos SDK. */
const MAX_BECH32_LENGTH = 1023;

/** Encodes bytes. `prefix` must have 1 to 83 printable ASCII characters, none of them in upper case. */
export function encodeBech32(prefix: string, bytes: Bytes): string {
  if (!/^[!-@[-~]{1,83}$/.test(prefix)) throw new CodecError(`bech32: "${prefix}" cannot be a prefix`);
  return bech32.encode(prefix, bech32.toWords(bytes), false);
}

/** Decodes text. Throws a CodecError that describes the problem. */
export function decodeBech32(text: string): { readonly prefix: string; readonly bytes: Bytes } {
  const decoded = bech32.decodeUnsafe(text, MAX_BECH32_LENGTH);
  const bytes = decoded && HAS_PREFIX.test(text) ? bech32.fromWordsUnsafe(decoded.words) : undefined;
  if (decoded && bytes) return { prefix: decoded.prefix, bytes };
  throw new CodecError(`bech32: "${text.slice(0, 100)}" ${problemOf(text, decoded !== undefined)}`);
}

const HAS_PREFIX = /^[!-~]{1,83}1[^1]*$/;
const HAS_LETTERS = /1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]*$/i;

function problemOf(text: string, isDecodable: boolean): string {
  if (text.length > MAX_BECH32_LENGTH) return `has more than ${MAX_BECH32_LENGTH} characters`;
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'mixes upper and lower case';
  if (!HAS_PREFIX.test(text)) return 'has no prefix before a "1"';
  if (!HAS_LETTERS.test(text)) return 'has a character that bech32 does not use';
  return isDecodable ? 'does not hold whole bytes' : 'has a wrong checksum';
}
