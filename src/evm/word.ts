/** Converts a storage word to the form in which the state stores it: without leading zeros, and empty for zero. */
import type { Bytes } from '../kernel/bytes.js';

export function withoutLeadingZeros(word: Bytes): Bytes {
  let zeros = 0;
  while (zeros < word.length && word[zeros] === 0) zeros++;
  return zeros === 0 ? word : word.slice(zeros);
}
