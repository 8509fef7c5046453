import { iavlSpec, ics23, verifyMembership, verifyNonMembership } from '@confio/ics23';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proveAbsence, proveLeaf } from '../../../src/app/state/proofs.js';
import { type Tree, TreeInner, TreeLeaf, type TreeNode, treeRoot } from '../../../src/app/state/tree/node.js';
import { treeFind, treeKey, treeRemove, treeSet } from '../../../src/app/state/tree/update.js';
import { leavesUnder } from '../../../src/app/state/tree/walk.js';
import { type ExistenceProof, encodeExistenceProof, encodeNonExistenceProof } from '../../../src/codec/merkle/ics23.js';
import { bytesOfText, textOfBytes } from '../../../src/kernel/byte_text.js';
import { toHex } from '../../../src/kernel/hex.js';
import { readIavlPrefix } from './iavl_prefix.js';

/** Draws keys that are often prefixes or neighbours of each other. */
const aKey = fc.uint8Array({ minLength: 1, maxLength: 3 }).map((raw) => textOfBytes(raw.map((byte) => byte & 0xc1)));
const aChange = fc.tuple(aKey, fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined }));
const changes = fc.array(aChange, { maxLength: 60 });

const set = (tree: Tree, key: string, value: Uint8Array): Tree => treeSet(tree, key, value);

function apply(tree: Tree, list: readonly (readonly [string, Uint8Array | undefined])[]): Tree {
  return list.reduce<Tree>((at, [key, value]) => (value ? set(at, key, value) : treeRemove(at, key)), tree);
}

/** Returns the reference model: it sorts the leaves, splits at the highest gap, and does the same on both sides. */
function reference(model: ReadonlyMap<string, Uint8Array>): Tree {
  const leaves = [...model]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => new TreeLeaf(treeKey(key), value));
  return leaves.length === 0 ? undefined : fold(leaves);
}

function fold(leaves: readonly TreeLeaf[]): TreeNode {
  if (leaves.length === 1) return leaves[0] as TreeLeaf;
  const ranks = leaves.slice(1).map(({ key }) => key.rank);
  const at = 1 + ranks.indexOf(Math.max(...ranks));
  return new TreeInner(fold(leaves.slice(0, at)), fold(leaves.slice(at)), (leaves[at] as TreeLeaf).key);
}

function modelOf(list: readonly (readonly [string, Uint8Array | undefined])[]): Map<string, Uint8Array> {
  const model = new Map<string, Uint8Array>();
  for (const [key, value] of list) {
    if (value === undefined) model.delete(key);
    else model.set(key, value);
  }
  return model;
}

/** Checks what newer ICS-23 verifiers require of IAVL's prefixes besides their length. */
function checkPrefixes(proof: ExistenceProof): void {
  expect(readIavlPrefix(proof.leafPrefix)).toEqual({ height: 0, size: 1, version: 1, rest: 0 });
  let size = 1;
  let height = 0;
  for (const { prefix } of proof.path) {
    const read = readIavlPrefix(prefix);
    expect([1, 34]).toContain(read.rest);
    expect(read.size).toBeGreaterThan(size);
    expect(read.height).toBeGreaterThan(height);
    size = read.size;
    height = read.height;
  }
}

describe('the tree of a store', () => {
  it('has the hash of nothing when it is empty, like IAVL', () => {
    expect(toHex(treeRoot(undefined))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it('depends on its content only, and does not change old versions', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const before = apply(undefined, first);
        const rootBefore = toHex(treeRoot(before));
        const tree = apply(before, second);
        const model = modelOf([...first, ...second]);
        expect(toHex(treeRoot(tree))).toBe(toHex(treeRoot(reference(model))));
        expect(toHex(treeRoot(before))).toBe(rootBefore);
        expect(tree?.size ?? 0).toBe(model.size);
        for (const [key] of second) expect(treeFind(tree, key)?.value).toEqual(model.get(key));
      }),
    );
  });

  it('iterates over the keys under a prefix in their order', () => {
    fc.assert(
      fc.property(changes, fc.oneof(fc.constant(''), aKey), (list, prefix) => {
        const found = [...leavesUnder(apply(undefined, list), prefix)].map(({ key }) => key.text);
        expect(found).toEqual([...modelOf(list).keys()].filter((key) => key.startsWith(prefix)).sort());
      }),
    );
  });

  it("proves presence and absence against IAVL's specification", () => {
    fc.assert(
      fc.property(changes, fc.array(aKey, { maxLength: 8 }), (list, others) => {
        const tree = apply(undefined, list);
        const root = treeRoot(tree);
        for (const text of new Set([...list.map(([key]) => key), ...others])) {
          const key = bytesOfText(text);
          const leaf = treeFind(tree, text);
          if (leaf !== undefined) {
            const proof = proveLeaf(tree, leaf);
            checkPrefixes(proof);
            const decoded = ics23.CommitmentProof.decode(encodeExistenceProof(proof));
            expect(verifyMembership(decoded, iavlSpec, root, key, leaf.value)).toBe(true);
            expect(verifyMembership(decoded, iavlSpec, root, key, Uint8Array.of(...leaf.value, 1))).toBe(false);
          } else if (tree !== undefined) {
            const decoded = ics23.CommitmentProof.decode(encodeNonExistenceProof(proveAbsence(tree, text, key)));
            expect(verifyNonMembership(decoded, iavlSpec, root, key)).toBe(true);
            expect(verifyNonMembership(decoded, iavlSpec, treeRoot(set(tree, text, key)), key)).toBe(false);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stays low with many keys in order', () => {
    let tree: Tree;
    for (let i = 0; i < 20_000; i++) tree = set(tree, String(i).padStart(6, '0'), Uint8Array.of(1));
    expect(tree?.size).toBe(20_000);
    // The expected depth of a leaf is 2 ln n; the height stays within a small multiple.
    expect(tree?.height).toBeLessThan(50);
  });
});
