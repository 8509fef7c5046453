/**
 * Which implementation stands behind each primitive. Filled by `installFastCrypto`; before that everything is the
 * JavaScript one, but for secp256k1, which is absent, and ed25519, which is Node's and changes with the signing.
 */
export interface CryptoBackends {
  readonly sha256: 'node:crypto' | '@noble/hashes';
  readonly keccak256: 'hash-wasm' | '@noble/hashes';
  /** `secp256k1` is the native addon, `libauth` is WebAssembly; undefined until `installFastCrypto` has run. */
  readonly secp256k1: 'secp256k1' | 'libauth' | '@noble/curves' | undefined;
  /** Of signing: the native addon once there has been much to sign. */
  readonly ed25519: 'node:crypto' | 'sodium-native';
}

let backends: CryptoBackends = {
  sha256: '@noble/hashes',
  keccak256: '@noble/hashes',
  secp256k1: undefined,
  ed25519: 'node:crypto',
};

/** What is in use now, for a start-up line or a bug report. */
export const cryptoBackends = (): CryptoBackends => backends;

export function recordBackends(change: Partial<CryptoBackends>): void {
  backends = { ...backends, ...change };
}
