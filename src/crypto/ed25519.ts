/**
 * Signs and verifies validators' messages with ed25519, by `node:crypto` (45 µs to sign, 110 to verify; deterministic,
 * RFC 8032). A process that signs often switches to a native addon. Keys are expensive to prepare, so they are cached.
 * The cofactored rules of ZIP-215 are not implemented. They differ from OpenSSL's only for signatures that no honest
 * signer makes.
 */
import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto';
import type { PubKey } from '../abci/application.js';
import { type Bytes, concatBytes } from '../kernel/bytes.js';
import { GenerationalCache } from '../kernel/caches.js';
import { fromHex, toHex } from '../kernel/hex.js';
import { recordBackends } from './backends.js';
import { type NativeEd25519, nativeEd25519 } from './ed25519_native.js';

/** Most cached keys. A devnet has a few validators, a test a few hundred. */
const MAX_CACHED_KEYS = 1024;
/**
 * Number of signatures by `node:crypto` before the addon is loaded. An idle chain does not need the time and memory of
 * the addon.
 */
const SIGNATURES_BEFORE_NATIVE = 64;
const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/**
 * DER encoding of PKCS #8 before the 32 bytes of an ed25519 key. PUBLIC_PREFIX is that of SubjectPublicKeyInfo (RFC
 * 8410).
 */
const PRIVATE_PREFIX = fromHex('302e020100300506032b657004220420');
const PUBLIC_PREFIX = fromHex('302a300506032b6570032100');

const privateKeys = new GenerationalCache<KeyObject>(MAX_CACHED_KEYS);
const publicKeys = new GenerationalCache<KeyObject>(MAX_CACHED_KEYS);
const nativeKeys = new GenerationalCache<Bytes>(MAX_CACHED_KEYS);

let signatures = 0;
let native: NativeEd25519 | undefined;

function idOf(seed: Bytes): string {
  if (seed.length !== SEED_BYTES) throw new RangeError(`an ed25519 seed is ${SEED_BYTES} bytes, not ${seed.length}`);
  return toHex(seed);
}

function cached<T>(keys: GenerationalCache<T>, id: string, make: () => T): T {
  const known = keys.get(id);
  if (known !== undefined) return known;
  const key = make();
  keys.set(id, key);
  return key;
}

const privateKeyOf = (seed: Bytes): KeyObject =>
  cached(privateKeys, idOf(seed), () =>
    createPrivateKey({ key: Buffer.from(concatBytes(PRIVATE_PREFIX, seed)), format: 'der', type: 'pkcs8' }),
  );

const publicKeyOf = (bytes: Bytes): KeyObject =>
  cached(publicKeys, toHex(bytes), () =>
    createPublicKey({ key: Buffer.from(concatBytes(PUBLIC_PREFIX, bytes)), format: 'der', type: 'spki' }),
  );

const nativeKeyOf = (signer: NativeEd25519, seed: Bytes): Bytes =>
  cached(nativeKeys, idOf(seed), () => signer.secretKey(seed));

/** Returns the 32-byte public key of a 32-byte seed. */
export function ed25519PublicKey(seed: Bytes): Bytes {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(der.subarray(PUBLIC_PREFIX.length));
}

/** Returns a signature of 64 bytes. The same seed and message always give the same signature. */
export function ed25519Sign(seed: Bytes, message: Bytes): Bytes {
  if (++signatures === SIGNATURES_BEFORE_NATIVE) {
    native = nativeEd25519();
    if (native !== undefined) recordBackends({ ed25519: 'sodium-native' });
  }
  return native === undefined
    ? new Uint8Array(signBytes(null, message, privateKeyOf(seed)))
    : native.sign(message, nativeKeyOf(native, seed));
}

/** Verifies a signature. Returns false for keys and signatures of the wrong size or type. */
export function ed25519Verify(pubKey: PubKey, message: Bytes, signature: Bytes): boolean {
  if (pubKey.type !== 'ed25519' || pubKey.bytes.length !== PUBLIC_KEY_BYTES) return false;
  if (signature.length !== SIGNATURE_BYTES) return false;
  return verifyBytes(null, message, publicKeyOf(pubKey.bytes), signature);
}
