/** Verifies signatures of secp256r1 with noble. */
import { p256 } from '@noble/curves/nist.js';
import { concatBytes } from '../../kernel/bytes.js';
import type { P256 } from './curve_backend.js';

export const nobleP256: P256 = {
  verify(hash, signature, publicKey) {
    try {
      return p256.verify(signature, hash, concatBytes(Uint8Array.of(4), publicKey), { prehash: false, lowS: false });
    } catch {
      return false;
    }
  },
};
