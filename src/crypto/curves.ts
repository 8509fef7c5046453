/**
 * The curves of precompiled contracts: by mcl where it loads and computes what is known, otherwise by noble. Neither is
 * loaded before it is asked for.
 */
import type { Bytes } from '../kernel/bytes.js';
import { passesBls12381, passesBn254, passesP256 } from './curves_known.js';
import { Loaded } from './loaded.js';

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

export const bn254Curve = new Loaded<Bn254>('alt_bn128', async () => {
  const { loadMclBn254 } = await import('./bn254_mcl.js');
  const fast = await loadMclBn254();
  return fast !== undefined && passesBn254(fast) ? fast : (await import('./bn254.js')).nobleBn254;
});

export const bls12381Curve = new Loaded<Bls12381>('BLS12-381', async () => {
  const { loadMclBls12381 } = await import('./bls12_381_mcl.js');
  const fast = await loadMclBls12381();
  return fast !== undefined && passesBls12381(fast) ? fast : (await import('./bls12_381.js')).nobleBls12381;
});

export const p256Curve = new Loaded<P256>('secp256r1', async () => {
  const { loadMclP256 } = await import('./p256_mcl.js');
  const fast = await loadMclP256();
  return fast !== undefined && passesP256(fast) ? fast : (await import('./p256_noble.js')).nobleP256;
});
