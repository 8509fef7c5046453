/**
 * Implements secp256k1 with the native addon of the package of that name. Only its bindings are loaded, because the
 * package's main file would silently fall back to a slow implementation.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Bytes } from '../../kernel/bytes.js';
import type { Secp256k1Backend } from './backend.js';

interface Bindings {
  ecdsaRecover(signature: Bytes, recovery: number, hash: Bytes, compressed: boolean): Bytes;
  ecdsaSign(hash: Bytes, privateKey: Bytes): { readonly signature: Bytes; readonly recid: number };
  publicKeyCreate(privateKey: Bytes, compressed: boolean): Bytes;
  ecdsaVerify(signature: Bytes, hash: Bytes, publicKey: Bytes): boolean;
  publicKeyConvert(publicKey: Bytes, compressed: boolean): Bytes;
}

/**
 * Loads the file of the addon. Returns a function that starts it, which takes 6 ms, or undefined when no prebuilt file
 * loads on this machine.
 */
export function loadAddon(): (() => Secp256k1Backend) | undefined {
  try {
    const require = createRequire(import.meta.url);
    const file = require.resolve('secp256k1/bindings');
    // The bindings load the same file in this way, and start it at once.
    createRequire(file)('node-gyp-build')(dirname(file));
    return () => backendOf(require(file) as Bindings);
  } catch {
    return undefined;
  }
}

function backendOf(bindings: Bindings): Secp256k1Backend {
  return {
    name: 'secp256k1',
    recover(hash, signature, recovery) {
      try {
        return bindings.ecdsaRecover(signature, recovery, hash, false).subarray(1);
      } catch {
        return undefined;
      }
    },
    sign(hash, privateKey) {
      const { signature, recid } = bindings.ecdsaSign(hash, privateKey);
      return { signature, recovery: (recid & 1) as 0 | 1 };
    },
    publicKey: (privateKey) => bindings.publicKeyCreate(privateKey, false).subarray(1),
    verify(hash, signature, publicKey) {
      try {
        return bindings.ecdsaVerify(signature, hash, publicKey);
      } catch {
        return false;
      }
    },
    decompress(publicKey) {
      try {
        return bindings.publicKeyConvert(publicKey, false).subarray(1);
      } catch {
        return undefined;
      }
    },
  };
}
