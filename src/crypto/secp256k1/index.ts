/**
 * Computes Ethereum's signatures: recoverable ECDSA over secp256k1 with RFC 6979 nonces and low `s`. The first
 * implementation that loads and passes a known vector is used: the native addon (64 µs a recovery), WebAssembly (180
 * µs), `@noble/curves` (1,700 µs). All three give the same bytes.
 */
import { type Bytes, bigintToBytes, bytesToBigint } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { recordBackends } from '../backends.js';
import type { CompactSignature } from './backend.js';
import { nobleSecp256k1 } from './noble.js';
import { Selection } from './selection.js';

export interface RecoverableSignature {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
}

export const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const selection = new Selection(
  {
    addon: async () => (await import('./native.js')).loadAddon(),
    others: [async () => (await import('./wasm.js')).wasmSecp256k1()],
    last: nobleSecp256k1,
  },
  (secp256k1) => recordBackends({ secp256k1 }),
);

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
  return selection.used.recover(hash, compact, yParity);
}

/**
 * Returns a signature of 64 bytes (r, s) and its recovery bit. The same hash and key always give the same signature.
 */
export function secp256k1Sign(hash: Bytes, privateKey: Bytes): CompactSignature {
  return selection.used.sign(hash, privateKey);
}

/** Reports whether the owner of a compressed key (33 bytes) made a compact signature (64 bytes, low `s`) of `hash`. */
export const secp256k1Verify = (hash: Bytes, signature: Bytes, publicKey: Bytes): boolean =>
  selection.used.verify(hash, signature, publicKey);

/** Returns the point (x, y) of a compressed key, or undefined when the bytes are not a key. */
export const decompressPublicKey = (publicKey: Bytes): Bytes | undefined => selection.used.decompress(publicKey);

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
  return selection.used.publicKey(privateKey);
}

/** Returns the Ethereum address of a private key. */
export const addressOfPrivateKey = (privateKey: Bytes): Bytes => keccak256(publicKeyOf(privateKey)).slice(12);

/** Loads the implementation that is to be used. The addon is started at the first use. */
export const installSecp256k1 = (): Promise<void> => selection.select();

/** Starts the addon before its first use. */
export const warmUpSecp256k1 = (): Promise<void> => selection.warmUp();
