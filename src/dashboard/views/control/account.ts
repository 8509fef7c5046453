/** Reads addresses of accounts: hex, and the Cosmos form bech32 (BIP-173) of the same 20 bytes. */

const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LETTERS = 6;

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    GENERATOR.forEach((term, bit) => {
      if ((top >>> bit) & 1) sum ^= term;
    });
  }
  return sum;
}

function bytesOf(words: readonly number[]): readonly number[] {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >>> bits) & 0xff);
  }
  return bytes;
}

/** Returns the address as hex; undefined for text that is no address of 20 bytes. */
export function readAccount(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^0x[0-9a-f]{40}$/i.test(trimmed)) return trimmed;
  const [, prefix, data] = /^([a-z0-9]{1,83})1([a-z0-9]{38})$/.exec(trimmed) ?? [];
  if (prefix === undefined || data === undefined) return undefined;
  const words = [...data].map((letter) => LETTERS.indexOf(letter));
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  const expanded = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  if (words.includes(-1) || checksum([...expanded, ...words]) !== 1) return undefined;
  const bytes = bytesOf(words.slice(0, -CHECKSUM_LETTERS));
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const DECIMALS = 18;

/** Returns an amount of coins of 18 decimals in the smallest unit; undefined for text that is no amount. */
export function readAmount(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
}

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
