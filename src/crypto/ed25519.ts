/**
 * The validators' signatures: ed25519 by `node:crypto` (45 µs to sign, 110 to verify; deterministic, RFC 8032), and who
 * signs often signs by a native addon. Keys are costly to make ready, so they are kept. Left out: the cofactored rules
 * of ZIP-215; they differ from OpenSSL's only for signatures that no honest signer makes.
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
import { GenerationalCache } from '../kernel/generational_cache.js';
import { fromHex, toHex } from '../kernel/hex.js';
import { recordBackends } from './backends.js';
import { type NativeEd25519, nativeEd25519 } from './ed25519_native.js';

/** Keys whose objects are kept; a devnet has a few validators, a test a few hundred. */
const MAX_KEPT_KEYS = 1024;
/** So many signatures by `node:crypto` before the addon is loaded: a chain that waits needs neither its time nor memory. */
const SIGNATURES_BEFORE_NATIVE = 64;
const SEED_BYTES = 32;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** DER of PKCS #8 and of SubjectPublicKeyInfo up to the 32 bytes of an ed25519 key (RFC 8410). */
const PRIVATE_PREFIX = fromHex('302e020100300506032b657004220420');
const PUBLIC_PREFIX = fromHex('302a300506032b6570032100');

const privateKeys = new GenerationalCache<KeyObject>(MAX_KEPT_KEYS);
const publicKeys = new GenerationalCache<KeyObject>(MAX_KEPT_KEYS);
const nativeKeys = new GenerationalCache<Bytes>(MAX_KEPT_KEYS);

let signatures = 0;
let native: NativeEd25519 | undefined;

function idOf(seed: Bytes): string {
  if (seed.length !== SEED_BYTES) throw new RangeError(`an ed25519 seed is ${SEED_BYTES} bytes, not ${seed.length}`);
  return toHex(seed);
}

function kept<T>(keys: GenerationalCache<T>, id: string, make: () => T): T {
  const known = keys.get(id);
  if (known !== undefined) return known;
  const key = make();
  keys.set(id, key);
  return key;
}

const privateKeyOf = (seed: Bytes): KeyObject =>
  kept(privateKeys, idOf(seed), () =>
    createPrivateKey({ key: Buffer.from(concatBytes(PRIVATE_PREFIX, seed)), format: 'der', type: 'pkcs8' }),
  );

const publicKeyOf = (bytes: Bytes): KeyObject =>
  kept(publicKeys, toHex(bytes), () =>
    createPublicKey({ key: Buffer.from(concatBytes(PUBLIC_PREFIX, bytes)), format: 'der', type: 'spki' }),
  );

const nativeKeyOf = (signer: NativeEd25519, seed: Bytes): Bytes =>
  kept(nativeKeys, idOf(seed), () => signer.secretKey(seed));

/** The 32-byte public key of a 32-byte seed. */
export function ed25519PublicKey(seed: Bytes): Bytes {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(der.subarray(PUBLIC_PREFIX.length));
}

/** 64 bytes; the same seed and message always give the same signature. */
export function ed25519Sign(seed: Bytes, message: Bytes): Bytes {
  if (++signatures === SIGNATURES_BEFORE_NATIVE) {
    native = nativeEd25519();
    if (native !== undefined) recordBackends({ ed25519: 'sodium-native' });
  }
  return native === undefined
    ? new Uint8Array(signBytes(null, message, privateKeyOf(seed)))
    : native.sign(message, nativeKeyOf(native, seed));
}

/** False for any key or signature of the wrong size or kind. */
export function ed25519Verify(pubKey: PubKey, message: Bytes, signature: Bytes): boolean {
  if (pubKey.type !== 'ed25519' || pubKey.bytes.length !== PUBLIC_KEY_BYTES) return false;
  if (signature.length !== SIGNATURE_BYTES) return false;
  return verifyBytes(null, message, publicKeyOf(pubKey.bytes), signature);
}

/** What the consensus engine and the simulation ask of cryptography. */
export const consensusCrypto = { sign: ed25519Sign, verify: ed25519Verify } as const;
