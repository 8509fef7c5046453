/**
 * Signs with the native addon of `sodium-native` (libsodium; RFC 8032, so its signatures are those of `node:crypto`),
 * in 18 µs instead of 45. The prebuilt file is loaded directly, because the package's main file would load seventeen
 * other packages.
 */
import { createRequire } from 'node:module';
import { arch, platform } from 'node:process';
import type { Bytes } from '../kernel/bytes.js';
import { fromHex, toHex } from '../kernel/hex.js';

const PUBLIC_KEY_BYTES = 32;
/** Size of the seed and its public key, which libsodium stores together. */
const SECRET_KEY_BYTES = 64;
const SIGNATURE_BYTES = 64;

/** Test 2 of RFC 8032, 7.1. */
const VECTOR = {
  seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
  message: '72',
  signature:
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
};

interface Binding {
  crypto_sign_seed_keypair(publicKey: Bytes, secretKey: Bytes, seed: Bytes): void;
  crypto_sign_detached(signature: Bytes, message: Bytes, secretKey: Bytes): void;
}

export interface NativeEd25519 {
  /** Expands a 32-byte seed to the key that `sign` needs. */
  secretKey(seed: Bytes): Bytes;
  sign(message: Bytes, secretKey: Bytes): Bytes;
}

/**
 * Loads the addon. Returns undefined when no prebuilt one loads on this machine, or when its signatures differ from the
 * RFC's.
 */
export function nativeEd25519(): NativeEd25519 | undefined {
  try {
    const native = bind(load());
    const signature = native.sign(fromHex(VECTOR.message), native.secretKey(fromHex(VECTOR.seed)));
    return toHex(signature) === VECTOR.signature ? native : undefined;
  } catch {
    return undefined;
  }
}

function load(): Binding {
  const require = createRequire(import.meta.url);
  const addon = `prebuilds/${platform}-${arch}/sodium-native.node`;
  return require(require.resolve('sodium-native/package.json').replace(/package\.json$/, addon)) as Binding;
}

const bind = (binding: Binding): NativeEd25519 => ({
  secretKey(seed) {
    const secretKey = new Uint8Array(SECRET_KEY_BYTES);
    binding.crypto_sign_seed_keypair(new Uint8Array(PUBLIC_KEY_BYTES), secretKey, seed);
    return secretKey;
  },
  sign(message, secretKey) {
    const signature = new Uint8Array(SIGNATURE_BYTES);
    binding.crypto_sign_detached(signature, message, secretKey);
    return signature;
  },
});
