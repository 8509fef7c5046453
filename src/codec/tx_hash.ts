/** A transaction's name everywhere in consensus (CometBFT types/tx.go). */
import type { Bytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';

const hashes = new WeakMap<Bytes, Bytes>();

/** SHA-256 of its bytes, 32 bytes. Computed once for each array, which must not change. */
export function txHash(tx: Bytes): Bytes {
  const known = hashes.get(tx);
  if (known !== undefined) return known;
  const hash = sha256(tx);
  hashes.set(tx, hash);
  return hash;
}
