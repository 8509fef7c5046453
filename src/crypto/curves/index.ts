/**
 * The curves of precompiles, computed with mcl. Each is loaded on first use. noble computes the same for the reference
 * EVM and for tests, which compare the two.
 */
import { InvariantViolation } from '../../kernel/errors.js';
import type { Bls12381, Bn254, P256 } from './curve_backend.js';

/** Loads a large dependency on first use, so that processes which do not use it do not pay for it. */
class Loaded<T> {
  private readonly name: string;
  private readonly load: () => Promise<T>;
  private value: T | undefined;
  private loading: Promise<void> | undefined;

  constructor(name: string, load: () => Promise<T>) {
    this.name = name;
    this.load = load;
  }

  /** Returns undefined when the value is loaded. Otherwise await the promise before `get`. */
  prepare(): Promise<void> | undefined {
    if (this.value !== undefined) return undefined;
    this.loading ??= this.load().then((value) => {
      this.value = value;
    });
    return this.loading;
  }

  get(): T {
    if (this.value === undefined) throw new InvariantViolation(`${this.name} is used before prepare() has resolved`);
    return this.value;
  }
}

export const bn254Curve = new Loaded<Bn254>('alt_bn128', async () => (await import('./bn254_mcl.js')).loadMclBn254());

export const bls12381Curve = new Loaded<Bls12381>('BLS12-381', async () =>
  (await import('./bls12_381_mcl.js')).loadMclBls12381(),
);

export const p256Curve = new Loaded<P256>('secp256r1', async () => (await import('./p256_mcl.js')).loadMclP256());
