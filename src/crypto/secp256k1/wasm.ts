/**
 * Implements secp256k1 with libsecp256k1 compiled to WebAssembly (package `@bitauth/libauth`). It runs on every
 * platform that has WebAssembly and takes about three times as long as the native addon. noble takes twenty-five times
 * as long.
 */
import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Secp256k1Backend } from './backend.js';

/** Compiles the module. Resolves to undefined when that fails. */
export async function wasmSecp256k1(): Promise<Secp256k1Backend | undefined> {
  const curve = await instantiateSecp256k1().catch(() => undefined);
  if (curve === undefined) return undefined;
  return {
    name: 'libauth',
    recover: (hash, signature, recovery) => xy(curve.recoverPublicKeyUncompressed(signature, recovery, hash)),
    sign(hash, privateKey) {
      const signed = curve.signMessageHashRecoverableCompact(privateKey, hash);
      if (typeof signed === 'string') throw new RangeError(signed);
      return { signature: signed.signature, recovery: (signed.recoveryId & 1) as 0 | 1 };
    },
    publicKey(privateKey) {
      const point = curve.derivePublicKeyUncompressed(privateKey);
      if (typeof point === 'string') throw new RangeError(point);
      return point.subarray(1);
    },
    verify: (hash, signature, publicKey) => curve.verifySignatureCompactLowS(signature, publicKey, hash),
    decompress: (publicKey) => xy(curve.uncompressPublicKey(publicKey)),
  };
}

/** Drops the prefix byte of an uncompressed point. The library returns a text for failures. */
const xy = (point: Bytes | string): Bytes | undefined => (typeof point === 'string' ? undefined : point.subarray(1));
