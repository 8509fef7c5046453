/** Writes hashes of blocks as the dashboard shows them. All votes for a block share few objects, so texts are cached. */
import { type BlockId, isNilBlockId } from '../../../consensus/types/block_id.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';

const texts = new WeakMap<Bytes, string>();

/** Returns a hash as lower-case hex. */
export function blockHash(hash: Bytes): string {
  const known = texts.get(hash);
  if (known !== undefined) return known;
  const text = toHex(hash);
  texts.set(hash, text);
  return text;
}

/** Returns the hash of a block; null for nil. */
export const blockOf = (id: BlockId): string | null => (isNilBlockId(id) ? null : blockHash(id.hash));
