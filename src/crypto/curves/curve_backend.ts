/** What stands behind the curves of precompiled contracts: mcl or noble. */
import type { Bytes } from '../../kernel/bytes.js';

/** alt_bn128. Inputs are of the right length; InputError is thrown for those that are refused. */
export interface Bn254 {
  /** Two points, 128 bytes. */
  add(input: Bytes): Bytes;
  /** A point and any word, 96 bytes. */
  mul(input: Bytes): Bytes;
  /** Whether the product of the pairings is one; pairs have 192 bytes. */
  pairing(input: Bytes): Generator<void, boolean>;
}

/** BLS12-381. Inputs are of the right length; InputError is thrown for those that are refused. */
export interface Bls12381 {
  /** Two points of the curve, which need not be of the subgroup. */
  g1Add(input: Bytes): Bytes;
  g2Add(input: Bytes): Bytes;
  /** The sum of multiples: points of the subgroup, each with any word behind it. */
  g1Msm(input: Bytes): Generator<void, Bytes>;
  g2Msm(input: Bytes): Generator<void, Bytes>;
  /** Whether the product of the pairings is one; pairs have 384 bytes. */
  pairing(input: Bytes): Generator<void, boolean>;
  /** One or two field elements to a point of the subgroup, without hashing (RFC 9380 6.6.3). */
  mapToG1(input: Bytes): Bytes;
  mapToG2(input: Bytes): Bytes;
}

/** secp256r1. */
export interface P256 {
  /** Whether `publicKey` (x, y: 64 bytes) made `signature` (r, s: 64 bytes; high `s` too) of a 32-byte hash; false for what is no key. */
  verify(hash: Bytes, signature: Bytes, publicKey: Bytes): boolean;
}
