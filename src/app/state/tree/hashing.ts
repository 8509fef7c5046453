/** Hashes the nodes of a store's tree that have no hash yet, in steps. */
import type { Steps } from '../../../kernel/steps.js';
import { hashOf, type Tree, type TreeNode } from './node.js';

/** Most nodes that one step hashes. */
const NODES_OF_STEP = 64;

export function* hashingTree(root: Tree): Steps<void> {
  const stack: TreeNode[] = root === undefined ? [] : [root];
  for (let hashed = 0; ; ) {
    const node = stack.at(-1);
    if (node === undefined) return;
    const below = node.type === 'inner' ? [node.left, node.right].filter(({ hash }) => hash === undefined) : [];
    // Children are hashed first.
    if (below.length > 0) {
      stack.push(...below);
      continue;
    }
    hashOf(node);
    stack.pop();
    if (++hashed % NODES_OF_STEP === 0) yield;
  }
}
