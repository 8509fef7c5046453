/** Defines the interface of an implementation of Ethereum's signatures: the native addon, WebAssembly or noble. */
import type { Bytes } from '../../kernel/bytes.js';

export interface CompactSignature {
  readonly signature: Bytes;
  readonly recovery: 0 | 1;
}

/** Signs and verifies. Keys have 32 bytes, points 64 bytes (x, y), and compact signatures 64 bytes (r, s). */
export interface Secp256k1Backend {
  readonly name: 'secp256k1' | 'libauth' | '@noble/curves';
  /** Recovers the public key. Returns undefined when no key can have made the signature. */
  recover(hash: Bytes, signature: Bytes, recovery: 0 | 1): Bytes | undefined;
  sign(hash: Bytes, privateKey: Bytes): CompactSignature;
  publicKey(privateKey: Bytes): Bytes;
  /**
   * Verifies a signature. `publicKey` is compressed and has 33 bytes. Returns false for an invalid key and for a high
   * `s`.
   */
  verify(hash: Bytes, signature: Bytes, publicKey: Bytes): boolean;
  /** Returns the 64 bytes of a compressed key, or undefined when it is not a point. */
  decompress(publicKey: Bytes): Bytes | undefined;
}
