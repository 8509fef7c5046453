/** Signatures of secp256r1 (EIP-7951, FIPS 186-5), by noble. */
import { p256 } from '@noble/curves/nist.js';
import { type Bytes, concatBytes } from '../kernel/bytes.js';

/** Whether `publicKey` (x, y: 64 bytes) made `signature` (r, s: 64 bytes; high `s` too) of a 32-byte hash. */
export function p256Verify(hash: Bytes, signature: Bytes, publicKey: Bytes): boolean {
  try {
    return p256.verify(signature, hash, concatBytes(Uint8Array.of(4), publicKey), { prehash: false, lowS: false });
  } catch {
    return false;
  }
}
