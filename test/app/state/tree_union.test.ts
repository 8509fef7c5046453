/** Tests setting many keys of a store's tree at once beside setting one after another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tree } from '../../../src/app/state/tree/node.js';
import { newLeaf, treeRemove, treeSet } from '../../../src/app/state/tree/update.js';
import { treeOf, union, updatingTree, type ValueChanges } from '../../../src/app/state/update_trees.js';

import { toHex } from '../../../src/kernel/hex.js';
import { finish } from '../../../src/kernel/steps.js';

describe('many keys that are set at once', () => {
  /** Returns a tree's leaves and gaps from left to right, which is its shape. */
  function shapeOf(tree: Tree): unknown {
    if (tree === undefined) return null;
    if (tree.type === 'leaf') return [tree.key.text, toHex(tree.value)];
    return [shapeOf(tree.left), tree.gap.text, shapeOf(tree.right)];
  }
  const key = fc.integer({ min: 0, max: 400 }).map((number) => `k${number}`);
  const changes = fc.uniqueArray(fc.tuple(key, fc.option(fc.nat({ max: 255 }), { nil: undefined })), {
    selector: ([name]) => name,
    maxLength: 400,
    size: 'max',
  });
  const oneByOne = (tree: Tree, list: readonly (readonly [string, number | undefined])[]): Tree =>
    list.reduce<Tree>(
      (after, [name, value]) =>
        value === undefined ? treeRemove(after, name) : treeSet(after, name, Uint8Array.of(value)),
      tree,
    );

  it('give the tree that setting one after another gives', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const before = oneByOne(undefined, first);
        const values = new Map(
          second.map(([name, value]) => [name, value === undefined ? value : Uint8Array.of(value)]),
        );
        const after = finish(updatingTree(before, values as ValueChanges));
        expect(shapeOf(after)).toEqual(shapeOf(oneByOne(before, second)));
        const leaves = second
          .filter(([, value]) => value !== undefined)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, value]) => newLeaf(before, name, Uint8Array.of(value as number)));
        if (leaves.length === 0) return;
        const set = second.filter(([, value]) => value !== undefined);
        expect(shapeOf(union(before, treeOf(leaves)))).toEqual(shapeOf(oneByOne(before, set)));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('leave the other parts of the tree as they are', () => {
    const before = oneByOne(
      undefined,
      Array.from({ length: 5_000 }, (_, i) => [`a${i}`, 1] as const),
    );
    const values = new Map(Array.from({ length: 300 }, (_, i) => [`b${i}`, Uint8Array.of(2)] as const));
    const nodesOf = (tree: Tree): readonly object[] =>
      tree === undefined ? [] : tree.type === 'leaf' ? [tree] : [tree, ...nodesOf(tree.left), ...nodesOf(tree.right)];
    const known = new Set(nodesOf(before));
    const made = nodesOf(finish(updatingTree(before, values as unknown as ValueChanges))).filter(
      (node) => !known.has(node),
    );
    expect(made.length).toBeLessThan(2 * 300 + 100);
  });
});
