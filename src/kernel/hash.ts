/**
 * Provides SHA-256 and Keccak-256 for all layers. The defaults are the audited JavaScript implementations. The host may
 * install faster ones (`src/crypto`) that give the same digests; `installHashes` rejects any other.
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

/** Computes SHA-256 (FIPS 180-4) in 32 bytes, which is CometBFT's `tmhash`. */
export const sha256: Hash = (data) => sha256Of(data);
/** Computes Keccak-256 with Ethereum's padding, in 32 bytes. */
export const keccak256: Hash = (data) => keccak256Of(data);

/**
 * Computes RIPEMD-160 in 20 bytes, for Cosmos addresses of secp256k1 keys. It is used rarely, so no faster one is
 * installed.
 */
export const ripemd160: Hash = nobleRipemd160;

/** Lengths around which either hash needs another block. */
const PROBE_BYTES = [0, 1, 55, 56, 64, 135, 136, 137, 1000];

/**
 * Results of `digestOfProbes` for the JavaScript implementations. They are constants, because computing them before the
 * code is optimized takes as long as all other hashing at startup.
 */
const OF_PROBES = {
  sha256: '72a21f51e51ac19e3214f1de5a31c3cf8996faaa2681c13bd9cbbaaaee41c64c',
  keccak256: 'c30c8189fd2e3eb6da2304dd3378f9342c97806d58d8316b7a5befd4919e4240',
} as const;

/** Hashes the concatenated digests of all probes; returns the result in hex. */
function digestOfProbes(hash: Hash): string {
  const digests = PROBE_BYTES.map((length) => {
    const probe = new Uint8Array(length);
    for (let i = 0; i < length; i++) probe[i] = i * 7 + length;
    return hash(probe);
  });
  return toHex(hash(concatBytes(...digests)));
}

/** Installs faster implementations; throws an Error if one gives wrong digests. */
export function installHashes(fast: { readonly sha256?: Hash; readonly keccak256?: Hash }): void {
  for (const name of ['sha256', 'keccak256'] as const) {
    const hash = fast[name];
    if (hash !== undefined && digestOfProbes(hash) !== OF_PROBES[name]) throw new Error(`installed ${name} is wrong`);
  }
  sha256Of = fast.sha256 ?? sha256Of;
  keccak256Of = fast.keccak256 ?? keccak256Of;
}
