/**
 * Makes validators' keys, and signs and verifies with them, by the type of key: ed25519, secp256k1 over SHA-256,
 * secp256k1eth (recoverable signatures over Keccak-256) and ML-DSA-65 (FIPS 204), as CometBFT 0.40. Each type signs
 * deterministically. A secret has 32 bytes; that of ML-DSA may also be a packed key, as files have it, from which no seed
 * follows. ML-DSA is loaded by `loadKeyTypes` before its first use.
 */
import type { PubKey } from '../abci/application.js';
import { type Bytes, concatBytes } from '../kernel/bytes.js';
import { GenerationalCache } from '../kernel/caches.js';
import { InvariantViolation } from '../kernel/errors.js';
import { keccak256, sha256 } from '../kernel/hash.js';
import { toHex } from '../kernel/hex.js';
import { ed25519PublicKey, ed25519Sign, ed25519Verify } from './ed25519.js';
import { installFastCrypto } from './install.js';
import {
  compressPublicKey,
  decompressPublicKey,
  publicKeyOf,
  recoverPublicKey,
  secp256k1Sign,
  secp256k1Verify,
  splitSignature,
} from './secp256k1/index.js';

type KeyType = PubKey['type'];
type MlDsa = typeof import('@noble/post-quantum/ml-dsa.js')['ml_dsa65'];
interface MlDsaKey {
  readonly publicKey: Bytes;
  /** Packed as in FIPS 204. */
  readonly secretKey: Bytes;
}

const ML_DSA_SIGNATURE_BYTES = 3309;
const ML_DSA_PACKED_BYTES = 4032;
/** Most expanded keys, each of 6 kB. */
const MAX_CACHED_KEYS = 256;

let mlDsa: MlDsa | undefined;
const mlDsaKeys = new GenerationalCache<MlDsaKey>(MAX_CACHED_KEYS);

/** Loads what keys of these types need. It is idempotent. */
export async function loadKeyTypes(types: readonly string[]): Promise<void> {
  if (types.some((type) => type.startsWith('secp256k1'))) await installFastCrypto();
  if (mlDsa === undefined && types.includes('ml_dsa_65'))
    mlDsa = (await import('@noble/post-quantum/ml-dsa.js')).ml_dsa65;
}

function loadedMlDsa(): MlDsa {
  if (mlDsa === undefined) throw new InvariantViolation('ml_dsa_65 is used before loadKeyTypes() has resolved');
  return mlDsa;
}

function mlDsaKeyOf(seed: Bytes): MlDsaKey {
  const id = toHex(seed);
  const known = mlDsaKeys.get(id);
  if (known !== undefined) return known;
  const { keygen, getPublicKey } = loadedMlDsa();
  const key = seed.length === ML_DSA_PACKED_BYTES ? { publicKey: getPublicKey(seed), secretKey: seed } : keygen(seed);
  mlDsaKeys.set(id, key);
  return key;
}

/** Returns the public key of a secret. */
export function validatorPublicKey(type: KeyType, seed: Bytes): PubKey {
  switch (type) {
    case 'ed25519':
      return { type, bytes: ed25519PublicKey(seed) };
    case 'secp256k1':
    case 'secp256k1eth':
      return { type, bytes: compressPublicKey(publicKeyOf(seed)) };
    case 'ml_dsa_65':
      return { type, bytes: mlDsaKeyOf(seed).publicKey };
  }
}

/** Length in bytes of a private key in CometBFT's files. */
export const PRIVATE_KEY_BYTES: Readonly<Record<KeyType, number>> = {
  ed25519: 64,
  secp256k1: 32,
  secp256k1eth: 32,
  ml_dsa_65: ML_DSA_PACKED_BYTES,
};

/** Returns the private key as CometBFT's files have it: of ed25519 the secret and the public key, of ML-DSA the packed key. */
export function validatorPrivateKey({ type, bytes }: PubKey, seed: Bytes): Bytes {
  if (type === 'ed25519') return concatBytes(seed, bytes);
  return type === 'ml_dsa_65' ? mlDsaKeyOf(seed).secretKey : seed;
}

function sign(seed: Bytes, message: Bytes, type: KeyType = 'ed25519'): Bytes {
  switch (type) {
    case 'ed25519':
      return ed25519Sign(seed, message);
    case 'secp256k1':
      return secp256k1Sign(sha256(message), seed).signature;
    case 'secp256k1eth': {
      const { signature, recovery } = secp256k1Sign(keccak256(message), seed);
      return concatBytes(signature, Uint8Array.of(recovery));
    }
    case 'ml_dsa_65':
      return loadedMlDsa().sign(message, mlDsaKeyOf(seed).secretKey, { extraEntropy: false });
  }
}

/** Verifies a signature. Returns false for keys and signatures of the wrong size. */
function verify(pubKey: PubKey, message: Bytes, signature: Bytes): boolean {
  const { type, bytes } = pubKey;
  switch (type) {
    case 'ed25519':
      return ed25519Verify(pubKey, message, signature);
    case 'secp256k1':
      return signature.length === 64 && secp256k1Verify(sha256(message), signature, bytes);
    case 'secp256k1eth':
      return isEthereumSignature(bytes, keccak256(message), signature);
    case 'ml_dsa_65':
      return signature.length === ML_DSA_SIGNATURE_BYTES && loadedMlDsa().verify(signature, message, bytes);
  }
}

/** Returns whether `signature` is r, s and a recovery bit, `s` is low, and the bit recovers the key. */
function isEthereumSignature(key: Bytes, hash: Bytes, signature: Bytes): boolean {
  const recovery = signature[64];
  if (signature.length !== 65 || (recovery !== 0 && recovery !== 1)) return false;
  const compact = signature.subarray(0, 64);
  if (!secp256k1Verify(hash, compact, key)) return false;
  const point = recoverPublicKey(hash, splitSignature({ signature: compact, recovery }));
  return point !== undefined && toHex(point) === toHex(decompressPublicKey(key) ?? new Uint8Array());
}

/** Cryptographic functions that the consensus engine and the simulation need. */
export const consensusCrypto = { sign, verify } as const;
