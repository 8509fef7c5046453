/**
 * Tests Merkle trees with CometBFT's vectors and a reference model that splits the leaves as CometBFT does
 * (consensus-engine.md 1).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeMerkleProof,
  encodeMerkleProof,
  innerHash,
  leafHash,
  merkleProofs,
  merkleRoot,
  rootOfProof,
  verifyMerkleProof,
} from '../../../src/codec/merkle/index.js';
import { type Bytes, concatBytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { vector } from '../../vectors/consensus.js';

const splitPoint = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));

function referenceRoot(leaves: readonly Bytes[]): Bytes {
  const [only] = leaves;
  if (only === undefined) return sha256(new Uint8Array());
  if (leaves.length === 1) return sha256(concatBytes(Uint8Array.of(0), only));
  const k = splitPoint(leaves.length);
  return sha256(concatBytes(Uint8Array.of(1), referenceRoot(leaves.slice(0, k)), referenceRoot(leaves.slice(k))));
}

/** Lists the siblings from the leaf up, by walking down the split tree. */
function referenceAunts(leaves: readonly Bytes[], index: number): Bytes[] {
  if (leaves.length === 1) return [];
  const k = splitPoint(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k
    ? [...referenceAunts(left, index), referenceRoot(right)]
    : [...referenceAunts(right, index - k), referenceRoot(left)];
}

const leaves = fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 33 });

describe('the tree', () => {
  it.each(['empty', 'single', 'single-empty-leaf', 'two', 'five'])('has the root of merkle/%s', (name) => {
    const { input, expected } = vector<{ leaves: string[] }, string>(`merkle/${name}`);
    expect(toHex(merkleRoot(input.leaves.map(fromHex)))).toBe(expected);
  });

  it('hashes leaves and inner nodes differently', () => {
    const leaf = vector<{ leaf_ascii: string }, string>('merkle/leafhash');
    expect(toHex(leafHash(utf8(leaf.input.leaf_ascii)))).toBe(leaf.expected);
    const inner = vector<{ left_ascii: string; right_ascii: string }, string>('merkle/innerhash');
    // The vector's children are shorter than the 32 bytes that `innerHash` expects.
    const preimage = concatBytes(Uint8Array.of(1), utf8(inner.input.left_ascii), utf8(inner.input.right_ascii));
    expect(toHex(sha256(preimage))).toBe(inner.expected);
    expect(innerHash(sha256(utf8('a')), sha256(utf8('b')))).toEqual(
      sha256(concatBytes(Uint8Array.of(1), sha256(utf8('a')), sha256(utf8('b')))),
    );
  });

  it('has the root of the reference model, for every number of leaves', () => {
    for (let n = 0; n <= 130; n++) {
      const list = Array.from({ length: n }, (_, i) => Uint8Array.of(i));
      expect(toHex(merkleRoot(list))).toBe(toHex(referenceRoot(list)));
    }
  });
});

interface ProofVector {
  readonly root: string;
  readonly proofs: readonly { total: number; index: number; leaf_hash: string; aunts: string[] }[];
  readonly proof_proto_of_index_4: string;
}

describe('proofs', () => {
  it('equal those of merkle/proofs-7', () => {
    const { input, expected } = vector<{ leaves_ascii: string[] }, ProofVector>('merkle/proofs-7');
    const { root, proofs } = merkleProofs(input.leaves_ascii.map(utf8));
    expect(toHex(root)).toBe(expected.root);
    expect(
      proofs.map((proof) => ({
        total: proof.total,
        index: proof.index,
        leaf_hash: toHex(proof.leafHash),
        aunts: proof.aunts.map(toHex),
      })),
    ).toEqual(expected.proofs);
    const bytes = fromHex(expected.proof_proto_of_index_4);
    expect(decodeMerkleProof(bytes)).toEqual(proofs[4]);
    expect(toHex(encodeMerkleProof(decodeMerkleProof(bytes)))).toBe(expected.proof_proto_of_index_4);
  });

  it('verify, and have the aunts of the reference model', () => {
    fc.assert(
      fc.property(leaves, (list) => {
        const { root, proofs } = merkleProofs(list);
        expect(toHex(root)).toBe(toHex(referenceRoot(list)));
        for (const [index, proof] of proofs.entries()) {
          expect(proof.aunts.map(toHex)).toEqual(referenceAunts(list, index).map(toHex));
          expect(verifyMerkleProof(root, proof, list[index] ?? new Uint8Array())).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('of no leaves do not exist', () => {
    expect(merkleProofs([])).toEqual({ root: merkleRoot([]), proofs: [] });
  });

  it('fail for another leaf, index, total, root or aunt', () => {
    const list = ['a', 'b', 'c', 'd', 'e'].map(utf8);
    const { root, proofs } = merkleProofs(list);
    const [proof] = proofs.slice(2);
    if (proof === undefined) throw new Error('no proof');
    const leaf = utf8('c');
    expect(verifyMerkleProof(root, proof, leaf)).toBe(true);
    expect(verifyMerkleProof(root, proof, utf8('d'))).toBe(false);
    expect(verifyMerkleProof(sha256(root), proof, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, index: 3 }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, index: 5 }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, index: -1 }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, total: 2 }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, aunts: proof.aunts.slice(1) }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, aunts: [...proof.aunts, root] }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, aunts: [...proof.aunts].reverse() }, leaf)).toBe(false);
    expect(verifyMerkleProof(root, { ...proof, aunts: proof.aunts.map((aunt) => aunt.slice(1)) }, leaf)).toBe(false);
  });

  it('with more than 100 aunts have no root and are not decoded', () => {
    const aunts = Array.from({ length: 101 }, () => sha256(new Uint8Array()));
    const proof = { total: Number.MAX_SAFE_INTEGER, index: 0, leafHash: leafHash(new Uint8Array()), aunts };
    expect(rootOfProof(proof)).toBeUndefined();
    expect(() => decodeMerkleProof(encodeMerkleProof(proof))).toThrow('at most 100');
  });

  it('with hashes of a wrong length are not decoded', () => {
    const proof = { total: 1, index: 0, leafHash: new Uint8Array(31), aunts: [] };
    expect(() => decodeMerkleProof(encodeMerkleProof(proof))).toThrow('31 bytes, expected 32');
  });
});
