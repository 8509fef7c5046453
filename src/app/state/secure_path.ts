/**
 * Computes paths of the secure tries: Keccak-256 of an address or slot. They are cached, because the same ones occur
 * again.
 */

import { type ByteText, bytesOfText } from '../../kernel/byte_text.js';
import { keccak256 } from '../../kernel/hash.js';
import { wordText } from './keys.js';

/** Most cached paths. Above the limit all are dropped, which costs one hash each. */
const MAX_PATHS = 65_536;

const paths = new Map<ByteText, ByteText>();

export function securePath(text: ByteText): ByteText {
  const known = paths.get(text);
  if (known !== undefined) return known;
  const path = wordText(keccak256(bytesOfText(text)));
  if (paths.size >= MAX_PATHS) paths.clear();
  paths.set(text, path);
  return path;
}
