/** Tests the Merkle map over sorted pairs of key and hashed value. */
import { describe, expect, it } from 'vitest';
import { leafHash, merkleRoot, verifyMerkleProof } from '../../../src/codec/merkle/index.js';
import { simpleMapLeaf, simpleMapProof, simpleMapRoot } from '../../../src/codec/merkle/simple_map.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { vector } from '../../vectors/consensus.js';

const entry = (key: string, value: string) => ({ key: utf8(key), value: utf8(value) });
const stores = [entry('evm', 'root 1'), entry('bank', 'root 2'), entry('ibc', 'root 3')];

describe('a simple map', () => {
  it('has the leaf of merkle/valueop-leaf', () => {
    const { input, expected } = vector<
      { key_ascii: string; value_ascii: string },
      { preimage: string; leaf_hash: string }
    >('merkle/valueop-leaf');
    const leaf = simpleMapLeaf(entry(input.key_ascii, input.value_ascii));
    expect(toHex(leaf)).toBe(expected.preimage);
    expect(toHex(leafHash(leaf))).toBe(expected.leaf_hash);
  });

  it('is sorted by key, whatever the order of its entries', () => {
    const sorted = [entry('bank', 'root 2'), entry('evm', 'root 1'), entry('ibc', 'root 3')];
    expect(simpleMapRoot(stores)).toEqual(merkleRoot(sorted.map(simpleMapLeaf)));
    expect(simpleMapRoot([...stores].reverse())).toEqual(simpleMapRoot(stores));
  });

  it('proves each entry and no other', () => {
    const root = simpleMapRoot(stores);
    for (const store of stores) {
      const proof = simpleMapProof(stores, store.key);
      expect(proof && verifyMerkleProof(root, proof, simpleMapLeaf(store))).toBe(true);
      expect(proof && verifyMerkleProof(root, proof, simpleMapLeaf({ ...store, value: utf8('x') }))).toBe(false);
    }
    expect(simpleMapProof(stores, utf8('gov'))).toBeUndefined();
  });

  it('refuses a repeated key', () => {
    expect(() => simpleMapRoot([...stores, entry('evm', 'root 4')])).toThrow(InvariantViolation);
  });
});
