/** Encodes and decodes account addresses as bech32 text (BIP 173), the form of the Cosmos SDK. */
import type { Bytes } from '../../../kernel/bytes.js';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LENGTH = 6;

function checksumOf(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATORS.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum;
}

const expanded = (prefix: string): number[] => {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

/** Regroups bits. Returns undefined when the bits that are left over are not zeros, or too many. */
function regrouped(values: Iterable<number>, from: number, to: number, pad: boolean): number[] | undefined {
  let held = 0;
  let bits = 0;
  const out: number[] = [];
  for (const value of values) {
    held = ((held << from) | value) & 0xfff;
    bits += from;
    for (; bits >= to; bits -= to) out.push((held >> (bits - to)) & ((1 << to) - 1));
  }
  const rest = held & ((1 << bits) - 1);
  if (pad && bits > 0) out.push((rest << (to - bits)) & ((1 << to) - 1));
  return !pad && (bits >= from || rest !== 0) ? undefined : out;
}

/** Returns the text of an address. */
export function toBech32(prefix: string, address: Bytes): string {
  const values = regrouped(address, 8, 5, true) ?? [];
  const sum = checksumOf([...expanded(prefix), ...values, ...new Array<number>(CHECKSUM_LENGTH).fill(0)]) ^ 1;
  const checksum = Array.from({ length: CHECKSUM_LENGTH }, (_, i) => (sum >>> (5 * (5 - i))) & 31);
  return `${prefix}1${[...values, ...checksum].map((value) => ALPHABET[value]).join('')}`;
}

/** Returns prefix and bytes; undefined for a text that is no bech32, or whose checksum is wrong. */
export function fromBech32(text: string): { readonly prefix: string; readonly bytes: Bytes } | undefined {
  const lower = text.toLowerCase();
  const end = lower.lastIndexOf('1');
  if ((text !== lower && text !== text.toUpperCase()) || end < 1 || text.length > 120) return undefined;
  const prefix = lower.slice(0, end);
  const values = Array.from(lower.slice(end + 1), (character) => ALPHABET.indexOf(character));
  if (values.length < CHECKSUM_LENGTH || values.includes(-1)) return undefined;
  if (checksumOf([...expanded(prefix), ...values]) !== 1) return undefined;
  const bytes = regrouped(values.slice(0, -CHECKSUM_LENGTH), 5, 8, false);
  return bytes && { prefix, bytes: Uint8Array.from(bytes) };
}
