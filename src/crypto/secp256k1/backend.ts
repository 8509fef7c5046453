/** The interface of an implementation of Ethereum's signatures: the native addon, WebAssembly, or noble. */
import type { Bytes } from '../../kernel/bytes.js';

export interface CompactSignature {
  readonly signature: Bytes;
  readonly recovery: 0 | 1;
}

/** What an implementation offers. Keys are 32 bytes, points 64 bytes (x, y), compact signatures 64 bytes (r, s). */
export interface Secp256k1Backend {
  readonly name: 'secp256k1' | 'libauth' | '@noble/curves';
  /** Undefined when no key can have made the signature. */
  recover(hash: Bytes, signature: Bytes, recovery: 0 | 1): Bytes | undefined;
  sign(hash: Bytes, privateKey: Bytes): CompactSignature;
  publicKey(privateKey: Bytes): Bytes;
  /** `publicKey` is compressed, 33 bytes; false also for one that is no point, and for a high `s`. */
  verify(hash: Bytes, signature: Bytes, publicKey: Bytes): boolean;
  /** 64 bytes of a compressed key; undefined when it is no point. */
  decompress(publicKey: Bytes): Bytes | undefined;
}
