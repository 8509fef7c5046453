/** Tests that a replacement of the JavaScript hashes must give the same digests. */
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { keccak_256 as nobleKeccak256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { type Hash, installHashes, keccak256, sha256 } from '../../src/kernel/hash.js';

/** Returns a hash function that is correct except for inputs of one length. */
const wrongAt =
  (wrong: number, hash: Hash): Hash =>
  (data) =>
    data.length === wrong ? new Uint8Array(32) : hash(data);

describe('an installed hash', () => {
  it('is accepted when its digests are those of the JavaScript one', () => {
    let asked = 0;
    const counted =
      (hash: Hash): Hash =>
      (data) => {
        asked++;
        return hash(data);
      };
    installHashes({ sha256: counted(nobleSha256), keccak256: counted(nobleKeccak256) });
    const before = asked;
    sha256(new Uint8Array(1));
    keccak256(new Uint8Array(1));
    expect(asked).toBe(before + 2);
  });

  it.each([0, 1, 55, 56, 64, 135, 136, 137, 1000])('is refused when it is wrong for %i bytes', (length) => {
    expect(() => installHashes({ sha256: wrongAt(length, nobleSha256) })).toThrow('installed sha256 is wrong');
    expect(() => installHashes({ keccak256: wrongAt(length, nobleKeccak256) })).toThrow('installed keccak256 is wrong');
    expect(sha256(new Uint8Array(length))).toEqual(nobleSha256(new Uint8Array(length)));
  });
});
