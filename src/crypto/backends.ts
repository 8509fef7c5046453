/**
 * Records which implementation each primitive uses. `installFastCrypto` selects them. Before that, everything is
 * implemented in JavaScript, except secp256k1, which is absent, and ed25519, which is Node's until many signatures have
 * been made.
 */
export interface CryptoBackends {
  readonly sha256: 'node:crypto' | '@noble/hashes';
  readonly keccak256: 'hash-wasm' | '@noble/hashes';
  /**
   * Native addon (`secp256k1`), WebAssembly (`libauth`) or noble. `undefined` until `installFastCrypto` has run, and
   * changes when the addon has loaded but proves wrong at its first use.
   */
  readonly secp256k1: 'secp256k1' | 'libauth' | '@noble/curves' | undefined;
  /** Implementation that signs. The native addon replaces Node's after many signatures. */
  readonly ed25519: 'node:crypto' | 'sodium-native';
}

let backends: CryptoBackends = {
  sha256: '@noble/hashes',
  keccak256: '@noble/hashes',
  secp256k1: undefined,
  ed25519: 'node:crypto',
};

/** Returns the implementations in use, for a startup message or a bug report. */
export const cryptoBackends = (): CryptoBackends => backends;

export function recordBackends(change: Partial<CryptoBackends>): void {
  backends = { ...backends, ...change };
}
