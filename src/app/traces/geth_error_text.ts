/** What tracers write alike. */
import { type Bytes, bigintToBytes, leftPadded } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';

/** Geth's word for a frame that took everything back and gave the rest of its gas back. */
export const REVERTED = 'execution reverted';
const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
/** 32 bytes. */
export const slotOf = (word: bigint): Bytes => bigintToBytes(word, WORD_BYTES);
/** The lower 20 bytes. */
export const addressOf = (word: bigint): Bytes => slotOf(word).subarray(WORD_BYTES - ADDRESS_BYTES);
/** Of 32 bytes, as hex; `value` may be without its leading zeros. */
export const wordText = (value: Bytes): string => to0x(leftPadded(value, WORD_BYTES));

/** The words of a memory as a JSON array of hex with `prefix`. Megabytes are spelled once: each word for itself takes longer. */
export function memoryWords(memory: Bytes, prefix: '' | '0x'): string {
  const hex = toHex(memory);
  const words: string[] = [];
  for (let i = 0; i < hex.length; i += 2 * WORD_BYTES) words.push(hex.slice(i, i + 2 * WORD_BYTES));
  return words.length === 0 ? '[]' : `["${prefix}${words.join(`","${prefix}`)}"]`;
}

/** As Go writes maps: by key. */
export function sortedObject(entries: Iterable<readonly [key: string, json: string]>): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
