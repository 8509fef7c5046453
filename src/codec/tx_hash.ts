/** Computes the hash that identifies a transaction in consensus (CometBFT types/tx.go). */
import type { Bytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';

const hashes = new WeakMap<Bytes, Bytes>();

/** Returns the SHA-256 hash of the transaction, 32 bytes. It is computed once for each array, which must not change. */
export function txHash(tx: Bytes): Bytes {
  const known = hashes.get(tx);
  if (known !== undefined) return known;
  const hash = sha256(tx);
  hashes.set(tx, hash);
  return hash;
}
