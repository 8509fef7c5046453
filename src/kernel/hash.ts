/**
 * SHA-256 and Keccak-256 for every room. The defaults are the audited JavaScript ones; the host may install faster
 * ones (`src/crypto`), which must give the same digests: `installHashes` refuses an implementation that does not.
 */
import { ripemd160 as nobleRipemd160 } from '@noble/hashes/legacy.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { keccak_256 as nobleKeccak256 } from '@noble/hashes/sha3.js';
import type { Bytes } from './bytes.js';
import { concatBytes } from './bytes.js';
import { toHex } from './hex.js';

export type Hash = (data: Bytes) => Bytes;

let sha256Of: Hash = nobleSha256;
let keccak256Of: Hash = nobleKeccak256;

/** 32-byte SHA-256 (FIPS 180-4), CometBFT's `tmhash`. */
export const sha256: Hash = (data) => sha256Of(data);
/** 32-byte Keccak-256 with Ethereum's padding. */
export const keccak256: Hash = (data) => keccak256Of(data);

/** 20-byte RIPEMD-160: Cosmos addresses of secp256k1 keys. Rarely needed, so nothing faster is installed. */
export const ripemd160: Hash = nobleRipemd160;

/** Around the sizes at which either hash takes another block. */
const PROBE_BYTES = [0, 1, 55, 56, 64, 135, 136, 137, 1000];

/**
 * What the JavaScript ones give for `digestOfProbes`. Known beforehand, because running them before they are optimized
 * takes as long as all else that a start hashes.
 */
const OF_PROBES = {
  sha256: '72a21f51e51ac19e3214f1de5a31c3cf8996faaa2681c13bd9cbbaaaee41c64c',
  keccak256: 'c30c8189fd2e3eb6da2304dd3378f9342c97806d58d8316b7a5befd4919e4240',
} as const;

/** In hex: the digest of the digests of the probes, one after the other. */
function digestOfProbes(hash: Hash): string {
  const digests = PROBE_BYTES.map((length) => hash(new Uint8Array(length).map((_, i) => (i * 7 + length) & 0xff)));
  return toHex(hash(concatBytes(...digests)));
}

/** Replaces the implementations by those that give the right digests; throws for another. */
export function installHashes(fast: { readonly sha256?: Hash; readonly keccak256?: Hash }): void {
  for (const name of ['sha256', 'keccak256'] as const) {
    const hash = fast[name];
    if (hash !== undefined && digestOfProbes(hash) !== OF_PROBES[name]) throw new Error(`installed ${name} is wrong`);
  }
  sha256Of = fast.sha256 ?? sha256Of;
  keccak256Of = fast.keccak256 ?? keccak256Of;
}
