/** Hashes the nodes of a trie that have no hash yet, in steps. */
import type { Steps } from '../../../kernel/steps.js';
import { referenceOf, type ValueWriter } from './hash.js';
import type { Trie, TrieNode } from './node.js';

/** Most nodes that one step hashes. */
const NODES_OF_STEP = 64;

export function* hashingTrie<V>(root: Trie<V>, writer: ValueWriter<V>): Steps<void> {
  if (root === undefined || root.reference !== undefined) return;
  const stack: TrieNode<V>[] = [root];
  for (let hashed = 0; ; ) {
    const node = stack.at(-1);
    if (node === undefined) return;
    const { length } = stack;
    if (node.type === 'branch') {
      for (const child of node.children) if (child !== undefined && child.reference === undefined) stack.push(child);
    } else if (node.type === 'extension' && node.child.reference === undefined) stack.push(node.child);
    // Children are hashed first.
    if (stack.length > length) continue;
    referenceOf(node, writer);
    stack.pop();
    if (++hashed % NODES_OF_STEP === 0) yield;
  }
}
