/**
 * SHA-256 and Keccak-256 for every room. The defaults are the audited JavaScript ones; the host may install faster
 * ones (`src/crypto`), which must give the same digests: `installHashes` refuses an implementation that does not.
 */
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { keccak_256 as nobleKeccak256 } from '@noble/hashes/sha3.js';
import type { Bytes } from './bytes.js';
import { equalBytes } from './bytes.js';

export type Hash = (data: Bytes) => Bytes;

let sha256Of: Hash = nobleSha256;
let keccak256Of: Hash = nobleKeccak256;

/** 32-byte SHA-256 (FIPS 180-4), CometBFT's `tmhash`. */
export const sha256: Hash = (data) => sha256Of(data);
/** 32-byte Keccak-256 with Ethereum's padding. */
export const keccak256: Hash = (data) => keccak256Of(data);

/** 20-byte RIPEMD-160: Cosmos addresses of secp256k1 keys. Rarely needed, so nothing faster is installed. */
export const ripemd160: Hash = nobleRipemd160;

/** Replaces the implementations after checking them on inputs around the block sizes. */
export function installHashes(fast: { readonly sha256?: Hash; readonly keccak256?: Hash }): void {
  for (const length of [0, 1, 55, 56, 64, 135, 136, 137, 1000]) {
    const probe = new Uint8Array(length).map((_, i) => (i * 7 + length) & 0xff);
    if (fast.sha256 && !equalBytes(fast.sha256(probe), nobleSha256(probe)))
      throw new Error(`installed SHA-256 is wrong for ${length} bytes`);
    if (fast.keccak256 && !equalBytes(fast.keccak256(probe), nobleKeccak256(probe)))
      throw new Error(`installed Keccak-256 is wrong for ${length} bytes`);
  }
  sha256Of = fast.sha256 ?? sha256Of;
  keccak256Of = fast.keccak256 ?? keccak256Of;
}
