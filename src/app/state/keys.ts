/**
 * Converts keys of the flat state to text of one character a byte. The keys that the EVM reads with are made with a
 * fixed number of arguments (a third of the price of a general call, measured).
 */

import { type ByteText, bytesOfText, textOfAddress } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';

export const ADDRESS_BYTES = 20;
export const WORD_BYTES = 32;

const char = String.fromCharCode;

// biome-ignore format: rows of sixteen
type Index =
  | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15
  | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31;
/** Bytes whose length is checked, so that no index returns `undefined`. */
type Checked = Readonly<Record<Index, number>>;

function checkLength(what: string, bytes: Bytes, expected: number): void {
  if (bytes.length !== expected)
    throw new InvariantViolation(`${what} has ${bytes.length} bytes, expected ${expected}`);
}

export function addressText(bytes: Bytes): ByteText {
  checkLength('an address', bytes, ADDRESS_BYTES);
  return textOfAddress(bytes);
}

/** Converts a slot or a hash to text. */
export function wordText(bytes: Bytes): ByteText {
  checkLength('a slot or hash', bytes, WORD_BYTES);
  const b = bytes as unknown as Checked;
  // biome-ignore format: rows of eight
  return char(
    b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
    b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15],
    b[16], b[17], b[18], b[19], b[20], b[21], b[22], b[23],
    b[24], b[25], b[26], b[27], b[28], b[29], b[30], b[31],
  );
}

/** Most cached paths. Above the limit all are dropped, which costs one hash each. */
const MAX_PATHS = 65_536;

const paths = new Map<ByteText, ByteText>();

/**
 * Returns the path of an address or slot in a secure trie, which is its Keccak-256. Paths are cached, because the same
 * ones occur again.
 */
export function securePath(text: ByteText): ByteText {
  const known = paths.get(text);
  if (known !== undefined) return known;
  const path = wordText(keccak256(bytesOfText(text)));
  if (paths.size >= MAX_PATHS) paths.clear();
  paths.set(text, path);
  return path;
}
