/** Interfaces of the curves that precompiles use. */
import type { Bytes } from '../../kernel/bytes.js';

/** Computes on alt_bn128. Inputs must have the right length. Throws InputError for invalid input. */
export interface Bn254 {
  /** Adds two points, 128 bytes. */
  add(input: Bytes): Bytes;
  /** Multiplies a point by any word, 96 bytes. */
  mul(input: Bytes): Bytes;
  /** Returns whether the product of the pairings is one. Each pair has 192 bytes. */
  pairing(input: Bytes): Generator<void, boolean>;
}

/** Computes on BLS12-381. Inputs must have the right length. Throws InputError for invalid input. */
export interface Bls12381 {
  /** Adds two points of the curve, which need not be in the subgroup. */
  g1Add(input: Bytes): Bytes;
  g2Add(input: Bytes): Bytes;
  /** Adds multiples of points of the subgroup. Each point is followed by its factor, which is any word. */
  g1Msm(input: Bytes): Generator<void, Bytes>;
  g2Msm(input: Bytes): Generator<void, Bytes>;
  /** Returns whether the product of the pairings is one. Each pair has 384 bytes. */
  pairing(input: Bytes): Generator<void, boolean>;
  /** Maps one or two field elements to a point of the subgroup, without hashing (RFC 9380 6.6.3). */
  mapToG1(input: Bytes): Bytes;
  mapToG2(input: Bytes): Bytes;
}

/** Computes on secp256r1. */
export interface P256 {
  /**
   * Reports whether `publicKey` (x, y: 64 bytes) signed a 32-byte hash with `signature` (r, s: 64 bytes). A high `s` is
   * valid. An invalid key gives false.
   */
  verify(hash: Bytes, signature: Bytes, publicKey: Bytes): boolean;
}
