/** Formats what several tracers write: words, addresses, memory, sorted objects. */
import { type Bytes, bigintToBytes, leftPadded } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';

/** geth's text for a frame that reverted its changes and returned its remaining gas. */
export const REVERTED = 'execution reverted';
const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;

export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
/** Returns 32 bytes. */
export const slotOf = (word: bigint): Bytes => bigintToBytes(word, WORD_BYTES);
/** Returns the lower 20 bytes of a word. */
export const addressOf = (word: bigint): Bytes => slotOf(word).subarray(WORD_BYTES - ADDRESS_BYTES);
/** Returns a word of 32 bytes in hex. `value` may lack its leading zeros. */
export const wordText = (value: Bytes): string => to0x(leftPadded(value, WORD_BYTES));

/**
 * Returns the words of a memory as a JSON array of hex with `prefix`. The whole memory is converted to hex once,
 * because converting each word takes longer.
 */
export function memoryWords(memory: Bytes, prefix: '' | '0x'): string {
  const hex = toHex(memory);
  const words: string[] = [];
  for (let i = 0; i < hex.length; i += 2 * WORD_BYTES) words.push(hex.slice(i, i + 2 * WORD_BYTES));
  return words.length === 0 ? '[]' : `["${prefix}${words.join(`","${prefix}`)}"]`;
}

/** Returns a JSON object with sorted keys, as Go writes maps. */
export function sortedObject(entries: Iterable<readonly [key: string, json: string]>): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}
