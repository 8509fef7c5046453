/**
 * Sets many keys of a store's tree at once: the new leaves become a tree of their own, and both trees are joined. A node
 * above many new keys is made once. The result is the tree that setting one key after another gives.
 */
import { type Tree, TreeInner, type TreeKey, type TreeLeaf, type TreeNode } from './node.js';
import { firstLeaf, isAbove, putLeaf, split, treeFind } from './update.js';

/** Returns the tree of leaves, which ascend by key. There is at least one. */
export const treeOf = (leaves: readonly TreeLeaf[]): TreeNode => build(leaves, 0, leaves.length);

function build(leaves: readonly TreeLeaf[], from: number, to: number): TreeNode {
  const keyAt = (at: number): TreeKey => (leaves[at] as TreeLeaf).key;
  if (to - from === 1) return leaves[from] as TreeLeaf;
  let top = from + 1;
  for (let at = top + 1; at < to; at++) if (isAbove(keyAt(at), keyAt(top))) top = at;
  return new TreeInner(build(leaves, from, top), build(leaves, top, to), keyAt(top));
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
