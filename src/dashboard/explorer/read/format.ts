/** Writes numbers, times and texts of the chain for readers. Amounts are not rounded; texts are short and safe to lay out. */
import { encodeEip55 } from '../../../codec/ethereum/eip55.js';
import { units } from '../../../kernel/coins.js';
import { fromHex } from '../../../kernel/hex.js';

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

/** Writes a whole number in groups of three digits. */
export const grouped = (value: bigint | number | string): string => BigInt(value).toString().replace(GROUPS, ',');

/** Writes an amount of wei in the unit of 10^18. */
export function coins(wei: string | bigint): string {
  const [whole = '0', part] = units(BigInt(wei), 18).split('.');
  return part === undefined ? grouped(whole) : `${grouped(whole)}.${part}`;
}

/** Writes a gas price in gwei. */
export const gwei = (wei: string | bigint): string => `${units(BigInt(wei), 9)} gwei`;

/** Returns a hex quantity as a number, for heights, indexes and gas. */
export const toNumber = (quantity: string): number => Number(BigInt(quantity));

export const toQuantity = (value: number | bigint): string => `0x${value.toString(16)}`;

/** Writes the seconds of a header in UTC. */
export function timeText(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? `${seconds} s` : time.toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}

const SHORT_HASH = 14;

/** Shortens a hash or an address in its middle. */
export const shortHash = (hash: string): string =>
  hash.length <= SHORT_HASH ? hash : `${hash.slice(0, 8)}…${hash.slice(-4)}`;

/** Returns an address with the checksum of EIP-55; another text as it is. */
export const checksummed = (text: string): string =>
  /^0x[0-9a-fA-F]{40}$/.test(text) ? encodeEip55(fromHex(text)) : text;

/** Matches controls, and formats such as marks that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const ALLOWED = /^[\n\t]$/;
/** Most combining marks on one character, which could cover the lines around it. */
const MANY_MARKS = /(\p{M}{3})\p{M}+/gu;

const escaped = (character: string): string =>
  ALLOWED.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Replaces what a reader cannot see by its code, such as `\u{202e}`. */
export const visible = (text: string): string => text.replace(INVISIBLE, escaped).replace(MANY_MARKS, '$1');

/** Returns the first characters of a text, and how many are left out. It never cuts a pair of surrogates. */
export function shorten(text: string, characters: number): { readonly text: string; readonly more: number } {
  if (text.length <= characters) return { text, more: 0 };
  const last = text.charCodeAt(characters - 1);
  const end = last >= 0xd800 && last < 0xdc00 ? characters - 1 : characters;
  return { text: text.slice(0, end), more: text.length - end };
}

/** Returns the size of hex data in bytes. */
export const bytesOf = (hex: string): number => Math.max(0, Math.floor((hex.length - 2) / 2));
