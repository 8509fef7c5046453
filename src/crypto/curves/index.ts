/**
 * The curves of precompiles, computed with mcl. Each is loaded on first use. noble computes the same for the reference
 * EVM and for tests, which compare the two.
 */
import type { Bls12381, Bn254, P256 } from './curve_backend.js';
import { Loaded } from './load_once.js';

export const bn254Curve = new Loaded<Bn254>('alt_bn128', async () => (await import('./bn254_mcl.js')).loadMclBn254());

export const bls12381Curve = new Loaded<Bls12381>('BLS12-381', async () =>
  (await import('./bls12_381_mcl.js')).loadMclBls12381(),
);

export const p256Curve = new Loaded<P256>('secp256r1', async () => (await import('./p256_mcl.js')).loadMclP256());
