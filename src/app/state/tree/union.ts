/**
 * Sets many keys of a store's tree at once: the new leaves become a tree of their own, and both trees are joined. A node
 * above many new keys is made once. The result is the tree that setting one key after another gives.
 */
import { type Tree, TreeInner, type TreeKey, type TreeLeaf, type TreeNode } from './node.js';
import { firstLeaf, isAbove, putLeaf, split, treeFind } from './update.js';

/** Makes the tree of leaves, which are added in ascending order of their keys. Each node is made once. */
export class TreeBuilder {
  /** Gaps on the right edge from the root down, each with the tree on its left. */
  readonly #edge: { readonly left: TreeNode; readonly gap: TreeKey }[] = [];
  #last: TreeNode | undefined;

  add(leaf: TreeLeaf): void {
    if (this.#last !== undefined) this.#edge.push({ left: this.#joinedBelow(leaf.key), gap: leaf.key });
    this.#last = leaf;
  }

  /** Returns the tree, or undefined without leaves. No leaf may be added afterwards. */
  finish(): Tree {
    return this.#last && this.#joinedBelow(undefined);
  }

  /** Joins what is right of the last gap above `gap`, or all. */
  #joinedBelow(gap: TreeKey | undefined): TreeNode {
    let joined = this.#last as TreeNode;
    for (let top = this.#edge.at(-1); top !== undefined; top = this.#edge.at(-1)) {
      if (gap !== undefined && isAbove(top.gap, gap)) break;
      joined = new TreeInner(top.left, joined, top.gap);
      this.#edge.pop();
    }
    return joined;
  }
}

/** Returns the tree of leaves, which ascend by key. There is at least one. */
export function treeOf(leaves: readonly TreeLeaf[]): TreeNode {
  const builder = new TreeBuilder();
  for (const leaf of leaves) builder.add(leaf);
  return builder.finish() as TreeNode;
}

/** Returns the leaves of both trees. Where both have a key, that of `added` stays. */
export function union(tree: Tree, added: Tree): Tree {
  if (tree === undefined || added === undefined) return tree ?? added;
  if (added.type === 'leaf') return putLeaf(tree, added);
  if (tree.type === 'leaf') return treeFind(added, tree.key.text) === undefined ? putLeaf(added, tree) : added;
  const gap = topGap(tree, added);
  const [below, others] = split(tree, gap.text);
  const [addedBelow, addedOthers] = split(added, gap.text);
  return new TreeInner(union(below, addedBelow) as TreeNode, union(others, addedOthers) as TreeNode, gap);
}

/** Returns the highest gap of the union. The later of the first keys of both has a gap there, which its own tree lacks. */
function topGap(a: TreeInner, b: TreeInner): TreeKey {
  const top = isAbove(a.gap, b.gap) ? a.gap : b.gap;
  const [first, second] = [firstLeaf(a).key, firstLeaf(b).key];
  if (first.text === second.text) return top;
  const later = first.text < second.text ? second : first;
  return isAbove(later, top) ? later : top;
}
