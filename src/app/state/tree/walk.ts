/** Walks a store's tree in the order of its keys. */
import type { Tree, TreeLeaf } from './node.js';

/** Yields the leaves whose key starts with `prefix`, in ascending order. */
export function* leavesUnder(tree: Tree, prefix: string): IterableIterator<TreeLeaf> {
  const pending: Tree[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    while (node.type === 'inner') {
      if (node.gap.text <= prefix) {
        // All keys on the left are below the prefix.
        node = node.right;
      } else {
        pending.push(node.right);
        node = node.left;
      }
    }
    if (node.key.text.startsWith(prefix)) yield node;
    else if (node.key.text > prefix) return;
  }
}

/** Returns the last leaf below `text` and the first one above it. */
export function neighbours(
  tree: Tree,
  text: string,
): { readonly left: TreeLeaf | undefined; readonly right: TreeLeaf | undefined } {
  return { left: lastBelow(tree, text), right: firstAbove(tree, text) };
}

function lastBelow(node: Tree, text: string): TreeLeaf | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'leaf') return node.key.text < text ? node : undefined;
  return lastBelow(text <= node.gap.text ? node.left : node.right, text);
}

function firstAbove(node: Tree, text: string): TreeLeaf | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'leaf') return node.key.text > text ? node : undefined;
  if (text >= node.gap.text) return firstAbove(node.right, text);
  return firstAbove(node.left, text) ?? firstAbove(node.right, text);
}
