/**
 * Implements secp256k1 with the native addon of the package of that name. Only the addon is loaded, because the package's
 * main file would silently fall back to a slow implementation.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Bytes } from '../../kernel/bytes.js';
import type { Secp256k1Backend } from './backend.js';

/** Its functions fill outputs, and return 0 on success. They throw for an argument of the wrong size. */
interface Addon {
  ecdsaRecover(point: Bytes, signature: Bytes, recovery: number, hash: Bytes): number;
  ecdsaSign(output: { readonly signature: Bytes; recid: number }, hash: Bytes, privateKey: Bytes): number;
  publicKeyCreate(point: Bytes, privateKey: Bytes): number;
  ecdsaVerify(signature: Bytes, hash: Bytes, publicKey: Bytes): number;
  publicKeyConvert(point: Bytes, publicKey: Bytes): number;
}

/** Size of a point with its prefix. */
const POINT_BYTES = 65;
const SIGNATURE_BYTES = 64;

/**
 * Loads the file of the addon. Returns a function that starts it, which takes 6 ms, or undefined when no prebuilt file
 * loads on this machine.
 */
export function loadAddon(): (() => Secp256k1Backend) | undefined {
  try {
    const file = createRequire(import.meta.url).resolve('secp256k1/bindings');
    // The bindings load the same file in this way, and start it at once. They add checks, and three files.
    const { Secp256k1 } = createRequire(file)('node-gyp-build')(dirname(file)) as { Secp256k1: new () => Addon };
    return () => backendOf(new Secp256k1());
  } catch {
    return undefined;
  }
}

function backendOf(addon: Addon): Secp256k1Backend {
  /** Lets the addon write a point. Returns its x and y, or undefined when the addon reports a failure. */
  const point = (fill: (point: Bytes) => number): Bytes | undefined => {
    const filled = new Uint8Array(POINT_BYTES);
    return fill(filled) === 0 ? filled.subarray(1) : undefined;
  };
  return {
    name: 'secp256k1',
    recover(hash, signature, recovery) {
      try {
        return point((filled) => addon.ecdsaRecover(filled, signature, recovery, hash));
      } catch {
        return undefined;
      }
    },
    sign(hash, privateKey) {
      const output = { signature: new Uint8Array(SIGNATURE_BYTES), recid: 0 };
      if (addon.ecdsaSign(output, hash, privateKey) !== 0) throw new RangeError('the private key is not valid');
      return { signature: output.signature, recovery: (output.recid & 1) as 0 | 1 };
    },
    publicKey(privateKey) {
      const found = point((filled) => addon.publicKeyCreate(filled, privateKey));
      if (found === undefined) throw new RangeError('the private key is not valid');
      return found;
    },
    verify(hash, signature, publicKey) {
      try {
        return addon.ecdsaVerify(signature, hash, publicKey) === 0;
      } catch {
        return false;
      }
    },
    decompress(publicKey) {
      try {
        return point((filled) => addon.publicKeyConvert(filled, publicKey));
      } catch {
        return undefined;
      }
    },
  };
}
