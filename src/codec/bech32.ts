/**
 * Bech32 (BIP-173): a readable prefix, `1`, five-bit letters and a six-letter checksum. Cosmos addresses use it with
 * longer texts than the BIP's 90 characters. Left out: Bech32m, mixed case is refused as the BIP says.
 */
import type { Bytes } from '../kernel/bytes.js';
import { CodecError } from './codec_error.js';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LETTERS = 6;
/** Characters; the limit of the Cosmos SDK. */
export const MAX_BECH32_LENGTH = 1023;

function checksum(prefix: string, values: readonly number[]): number {
  let sum = 1;
  const feed = (value: number): void => {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((word, i) => {
      if ((top >>> i) & 1) sum ^= word;
    });
  };
  for (let i = 0; i < prefix.length; i++) feed(prefix.charCodeAt(i) >>> 5);
  feed(0);
  for (let i = 0; i < prefix.length; i++) feed(prefix.charCodeAt(i) & 31);
  values.forEach(feed);
  return sum >>> 0;
}

function toFiveBits(bytes: Bytes): number[] {
  const out: number[] = [];
  let word = 0;
  let bits = 0;
  for (const byte of bytes) {
    word = ((word << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; ) {
      bits -= 5;
      out.push((word >>> bits) & 31);
    }
  }
  if (bits > 0) out.push((word << (5 - bits)) & 31);
  return out;
}

function fromFiveBits(values: readonly number[]): Bytes | undefined {
  const out = new Uint8Array(Math.floor((values.length * 5) / 8));
  let word = 0;
  let bits = 0;
  let at = 0;
  for (const value of values) {
    word = ((word << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = word >>> bits;
  }
  return bits < 5 && (word & ((1 << bits) - 1)) === 0 ? out : undefined;
}

/** `prefix` must be 1 to 83 printable ASCII characters without upper case. */
export function encodeBech32(prefix: string, bytes: Bytes): string {
  if (!/^[!-@[-~]{1,83}$/.test(prefix)) throw new CodecError(`bech32: "${prefix}" cannot be a prefix`);
  const values = toFiveBits(bytes);
  const sum = checksum(prefix, [...values, 0, 0, 0, 0, 0, 0]) ^ 1;
  for (let i = CHECKSUM_LETTERS - 1; i >= 0; i--) values.push((sum >>> (5 * i)) & 31);
  return `${prefix}1${values.map((value) => ALPHABET[value]).join('')}`;
}

/** Throws CodecError saying what is wrong with `text`. */
export function decodeBech32(text: string): { readonly prefix: string; readonly bytes: Bytes } {
  const refuse = (problem: string): CodecError => new CodecError(`bech32: "${text.slice(0, 100)}" ${problem}`);
  if (text.length > MAX_BECH32_LENGTH) throw refuse(`has more than ${MAX_BECH32_LENGTH} characters`);
  const lower = text.toLowerCase();
  if (text !== lower && text !== text.toUpperCase()) throw refuse('mixes upper and lower case');
  const one = lower.lastIndexOf('1');
  const prefix = lower.slice(0, Math.max(one, 0));
  if (!/^[!-~]{1,83}$/.test(prefix)) throw refuse('has no prefix before a "1"');
  const values = [...lower.slice(one + 1)].map((character) => ALPHABET.indexOf(character));
  if (values.includes(-1)) throw refuse('has a character that bech32 does not use');
  if (values.length < CHECKSUM_LETTERS || checksum(prefix, values) !== 1) throw refuse('has a wrong checksum');
  const bytes = fromFiveBits(values.slice(0, -CHECKSUM_LETTERS));
  if (bytes === undefined) throw refuse('does not hold whole bytes');
  return { prefix, bytes };
}
