/**
 * Implements secp256k1 with `@noble/curves`, which is audited and runs everywhere, but is twenty-five times slower than
 * the addon.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Secp256k1Backend } from './backend.js';

export const nobleSecp256k1: Secp256k1Backend = {
  name: '@noble/curves',
  recover(hash, signature, recovery) {
    try {
      const point = secp256k1.Signature.fromBytes(signature, 'compact').addRecoveryBit(recovery).recoverPublicKey(hash);
      return point.toBytes(false).subarray(1);
    } catch {
      return undefined;
    }
  },
  sign(hash, privateKey) {
    const recovered = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
    return { signature: recovered.subarray(1), recovery: ((recovered[0] as number) & 1) as 0 | 1 };
  },
  publicKey: (privateKey) => secp256k1.getPublicKey(privateKey, false).subarray(1),
  verify(hash, signature, publicKey) {
    try {
      return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true, format: 'compact' });
    } catch {
      return false;
    }
  },
  decompress(publicKey) {
    try {
      return secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
    } catch {
      return undefined;
    }
  },
};
