/**
 * Selects the implementation of each curve that precompiles use: mcl when it loads and passes the known values, and
 * noble otherwise. Each is loaded on first use.
 */
import type { Bls12381, Bn254, P256 } from './curve_backend.js';
import { passesBls12381, passesBn254, passesP256 } from './known_generators.js';
import { Loaded } from './load_once.js';

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
