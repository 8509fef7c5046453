/**
 * Computes Ethereum's signatures: recoverable ECDSA over secp256k1 with RFC 6979 nonces and low `s`. The first
 * implementation that loads and passes a known vector is used: the native addon (64 µs a recovery), WebAssembly (180
 * µs), `@noble/curves` (1,700 µs). All three give the same bytes.
 */
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';
import { recordBackends } from '../backends.js';
import type { CompactSignature, Secp256k1Backend } from './backend.js';

export interface RecoverableSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
}

/** Is the order of the curve. */
export const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

let backend: Secp256k1Backend | undefined;

function installed(): Secp256k1Backend {
  if (backend === undefined) throw new InvariantViolation('secp256k1 is used before installFastCrypto() has resolved');
  return backend;
}

/** Returns the 20-byte address whose key signed `hash`, or undefined when the numbers are not a valid signature. */
export function recoverAddress(hash: Bytes, signature: RecoverableSignature): Bytes | undefined {
  const point = recoverPublicKey(hash, signature);
  return point === undefined ? undefined : keccak256(point).slice(12);
}

/**
 * Returns the 64-byte public key (x, y) that signed `hash`, or undefined when the numbers are not a valid signature.
 */
export function recoverPublicKey(hash: Bytes, { r, s, yParity }: RecoverableSignature): Bytes | undefined {
  if (r <= 0n || s <= 0n || r >= SECP256K1_ORDER || s >= SECP256K1_ORDER) return undefined;
  const compact = new Uint8Array(64);
  compact.set(bigintToBytes(r, 32), 0);
  compact.set(bigintToBytes(s, 32), 32);
  return installed().recover(hash, compact, yParity);
}

/**
 * Returns a signature of 64 bytes (r, s) and its recovery bit. The same hash and key always give the same signature.
 */
export function secp256k1Sign(hash: Bytes, privateKey: Bytes): CompactSignature {
  return installed().sign(hash, privateKey);
}

/** Reports whether the owner of a compressed key (33 bytes) made a compact signature (64 bytes, low `s`) of `hash`. */
export const secp256k1Verify = (hash: Bytes, signature: Bytes, publicKey: Bytes): boolean =>
  installed().verify(hash, signature, publicKey);

/** Returns the point (x, y) of a compressed key, or undefined when the bytes are not a key. */
export const decompressPublicKey = (publicKey: Bytes): Bytes | undefined => installed().decompress(publicKey);

/** Returns the numbers of a compact signature. */
export const splitSignature = ({ signature, recovery }: CompactSignature): RecoverableSignature => ({
  r: bytesToBigint(signature.subarray(0, 32)),
  s: bytesToBigint(signature.subarray(32, 64)),
  yParity: recovery,
});

export function isPrivateKey(bytes: Bytes): boolean {
  const scalar = bytesToBigint(bytes);
  return bytes.length === 32 && scalar > 0n && scalar < SECP256K1_ORDER;
}

/** Returns the public key, 64 bytes (x, y). Throws a RangeError for an invalid private key. */
export function publicKeyOf(privateKey: Bytes): Bytes {
  if (!isPrivateKey(privateKey))
    throw new RangeError('a secp256k1 private key must be 32 bytes that encode a number in [1, order of the curve)');
  return installed().publicKey(privateKey);
}

/** Returns the Ethereum address of a private key. */
export const addressOfPrivateKey = (privateKey: Bytes): Bytes => keccak256(publicKeyOf(privateKey)).slice(12);

/**
 * Lists the implementations, the fastest first. A later one is loaded only when those before it are absent or wrong.
 */
const CANDIDATES: readonly (() => Promise<Secp256k1Backend | undefined>)[] = [
  async () => (await import('./native.js')).nativeSecp256k1(),
  async () => (await import('./wasm.js')).wasmSecp256k1(),
];

/** Installs the first implementation that passes the known vector. */
export async function installSecp256k1(): Promise<void> {
  backend = (await firstThatPasses(CANDIDATES)) ?? (await import('./noble.js')).nobleSecp256k1;
  recordBackends({ secp256k1: backend.name });
}

/** Loads candidates one after the other until one passes the known vector. Resolves to undefined when none does. */
export async function firstThatPasses(
  candidates: readonly (() => Promise<Secp256k1Backend | undefined>)[],
): Promise<Secp256k1Backend | undefined> {
  for (const load of candidates) {
    const candidate = await load();
    if (candidate !== undefined && passesKnownVector(candidate)) return candidate;
  }
  return undefined;
}

/** Holds a key, its address and a hash. The signature of the hash by RFC 6979 was made with libsecp256k1. */
const VECTOR = {
  privateKey: fromHex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
  hash: fromHex('5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'),
  address: fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266'),
};

/** Reports whether `candidate` derives the known address, and signs and recovers consistently with it. */
export function passesKnownVector(candidate: Secp256k1Backend): boolean {
  try {
    const point = candidate.publicKey(VECTOR.privateKey);
    const { signature, recovery } = candidate.sign(VECTOR.hash, VECTOR.privateKey);
    const recovered = candidate.recover(VECTOR.hash, signature, recovery);
    const compressed = concatBytes(Uint8Array.of(2 + ((point[63] as number) & 1)), point.subarray(0, 32));
    const decompressed = candidate.decompress(compressed);
    return (
      equalBytes(keccak256(point).slice(12), VECTOR.address) &&
      [recovered, decompressed].every((found) => found !== undefined && equalBytes(found, point)) &&
      candidate.verify(VECTOR.hash, signature, compressed)
    );
  } catch {
    return false;
  }
}
