import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_WRITER } from '../../../src/app/state/account.js';
import { proveTrie } from '../../../src/app/state/proofs.js';
import { EMPTY_TRIE_ROOT, trieRoot } from '../../../src/app/state/trie/hash.js';
import { type Trie, trieGet } from '../../../src/app/state/trie/node.js';
import { type TrieChange, updateTrie } from '../../../src/app/state/trie/update.js';
import { encodeRlp } from '../../../src/codec/ethereum/rlp.js';
import { bytesOfText, textOfBytes } from '../../../src/kernel/byte_text.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { draws } from '../../support/draws.js';

type Batch = readonly TrieChange<Uint8Array>[];

/**
 * Draws paths that share long prefixes and differ anywhere, so that extensions, splits and embedded nodes all occur.
 */
const aPath = fc
  .tuple(fc.integer({ min: 0, max: 63 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 63 }), fc.nat(3))
  .map(([first, one, second, other]) => {
    const path = new Uint8Array(32);
    const flip = (nibble: number, value: number): void => {
      path[nibble >> 1] = (path[nibble >> 1] ?? 0) ^ (nibble % 2 === 0 ? value << 4 : value);
    };
    flip(first, one);
    flip(second, other);
    return textOfBytes(path);
  });
const aValue = fc.option(
  fc.oneof(fc.constant(Uint8Array.of(1)), fc.uint8Array({ minLength: 1, maxLength: 32 })).filter((v) => v[0] !== 0),
  { nil: undefined },
);
const aBatch: fc.Arbitrary<Batch> = fc.uniqueArray(fc.record({ path: aPath, value: aValue }), {
  selector: ({ path }) => path,
  maxLength: 12,
});

const rootOf = (trie: Trie<Uint8Array>): string => toHex(trieRoot(trie, SLOT_WRITER));

async function oracleOf(model: ReadonlyMap<string, TrieChange<Uint8Array>>) {
  const oracle = await createMPT();
  for (const { path, value } of model.values()) await oracle.put(bytesOfText(path), encodeRlp(value ?? EMPTY_BYTES));
  return oracle;
}

describe('the Merkle Patricia trie', () => {
  it('has the hash of an empty string when it is empty', () => {
    expect(rootOf(undefined)).toBe('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
    expect(toHex(EMPTY_TRIE_ROOT)).toBe(rootOf(undefined));
  });

  it('has the root of an independent trie after every batch of sets and removals', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aBatch, { minLength: 1, maxLength: 8 }), async (batches) => {
        const model = new Map<string, TrieChange<Uint8Array>>();
        let trie: Trie<Uint8Array>;
        for (const batch of batches) {
          const [before, rootBefore] = [trie, rootOf(trie)];
          trie = updateTrie(trie, batch);
          for (const change of batch) {
            if (change.value === undefined) model.delete(change.path);
            else model.set(change.path, change);
          }
          const oracle = await oracleOf(model);
          expect(rootOf(trie)).toBe(toHex(oracle.root()));
          // The old version is unchanged, and a trie built at once is the same.
          expect(rootOf(before)).toBe(rootBefore);
          expect(rootOf(updateTrie(undefined, [...model.values()].reverse()))).toBe(rootOf(trie));
          for (const { path } of batch) expect(trieGet(trie, path)).toEqual(model.get(path)?.value);
        }
      }),
      { numRuns: draws(80) },
    );
  });

  it('proves presence and absence to an independent verifier', async () => {
    await fc.assert(
      fc.asyncProperty(aBatch, fc.array(aPath, { maxLength: 5 }), async (batch, others) => {
        const trie = updateTrie<Uint8Array>(undefined, batch);
        if (trie === undefined) {
          expect(proveTrie(trie, textOfBytes(new Uint8Array(32)), SLOT_WRITER)).toEqual([]);
          return;
        }
        const verifier = await createMPT();
        for (const path of [...batch.map((change) => change.path), ...others]) {
          const value = trieGet(trie, path);
          const proof = proveTrie(trie, path, SLOT_WRITER);
          const root = trieRoot(trie, SLOT_WRITER);
          const proven = await verifyMPTWithMerkleProof(verifier, root, bytesOfText(path), proof);
          expect(proven ?? undefined).toEqual(value && encodeRlp(value));
        }
      }),
      { numRuns: draws(100) },
    );
  });
});
