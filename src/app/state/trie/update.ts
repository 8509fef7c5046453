/**
 * Applies a batch of changes to a trie in one descent, so that a node above many changes is made once. The result
 * depends only on the content, never on the order of changes.
 */
import type { ByteText } from '../../../kernel/byte_text.js';
import {
  BRANCH_WIDTH,
  BranchNode,
  divergence,
  ExtensionNode,
  LeafNode,
  nibbleAt,
  PATH_NIBBLES,
  type Trie,
  type TrieNode,
} from './node.js';

/** Change of one path. The value `undefined` removes it. */
export interface TrieChange<V> {
  readonly path: ByteText;
  readonly value: V | undefined;
}

type Changes<V> = readonly TrieChange<V>[];
type Children<V> = (TrieNode<V> | undefined)[];

/** Returns the trie after `changes`, which come in any order with each path at most once. */
export function updateTrie<V>(root: Trie<V>, changes: Changes<V>): Trie<V> {
  if (changes.length === 0) return root;
  const sorted = changes.length === 1 ? changes : [...changes].sort((a, b) => (a.path < b.path ? -1 : 1));
  return update(root, sorted, 0, sorted.length, 0);
}

/** Applies `changes[from..to)`, which all agree with `node`'s path up to `depth`. */
function update<V>(node: Trie<V>, changes: Changes<V>, from: number, to: number, depth: number): Trie<V> {
  if (node === undefined) return build(changes, from, to, depth);
  if (node.type === 'branch') return updateBranch(node, changes, from, to, depth);
  if (node.type === 'extension') return updateExtension(node, changes, from, to, depth);
  return updateLeaf(node, changes, from, to, depth);
}

function build<V>(changes: Changes<V>, from: number, to: number, depth: number): Trie<V> {
  const first = changes[from] as TrieChange<V>;
  if (to - from === 1) return first.value === undefined ? undefined : new LeafNode(first.path, depth, first.value);
  const last = changes[to - 1] as TrieChange<V>;
  const fork = divergence(first.path, last.path, depth, PATH_NIBBLES);
  return updateChildren(emptyChildren(), changes, from, to, depth, fork);
}

const emptyChildren = <V>(): Children<V> => new Array<undefined>(BRANCH_WIDTH).fill(undefined);

function updateBranch<V>(node: BranchNode<V>, changes: Changes<V>, from: number, to: number, depth: number): Trie<V> {
  if (to - from > 1) return updateChildren([...node.children], changes, from, to, depth, depth);
  const nibble = nibbleAt((changes[from] as TrieChange<V>).path, depth);
  const before = node.children[nibble];
  const after = update(before, changes, from, to, depth + 1);
  if (after === before) return node;
  const children = [...node.children];
  children[nibble] = after;
  return after === undefined ? ofChildren(children, depth, depth) : new BranchNode(children);
}

function updateExtension<V>(
  node: ExtensionNode<V>,
  changes: Changes<V>,
  from: number,
  to: number,
  depth: number,
): Trie<V> {
  const { path, end } = node;
  // The changes are sorted, so what the first and the last share with the path, all share.
  const byFirst = divergence(path, (changes[from] as TrieChange<V>).path, depth, end);
  const fork = divergence(path, (changes[to - 1] as TrieChange<V>).path, depth, byFirst);
  if (fork === end) {
    const child = update(node.child, changes, from, to, end);
    return child === node.child ? node : lift(child, path, end, depth);
  }
  const children = emptyChildren<V>();
  children[nibbleAt(path, fork)] = lift(node.child, path, end, fork + 1);
  return updateChildren(children, changes, from, to, depth, fork);
}

function updateLeaf<V>(node: LeafNode<V>, changes: Changes<V>, from: number, to: number, depth: number): Trie<V> {
  let at = from;
  while (at < to && (changes[at] as TrieChange<V>).path < node.path) at++;
  const range = changes.slice(from, to);
  const overwritten = at < to && (changes[at] as TrieChange<V>).path === node.path;
  if (!overwritten) range.splice(at - from, 0, node);
  return build(range, 0, range.length, depth);
}

/**
 * Applies the changes below a fork at nibble `fork` and returns the node that begins at `depth`. It may change
 * `children`.
 */
function updateChildren<V>(
  children: Children<V>,
  changes: Changes<V>,
  from: number,
  to: number,
  depth: number,
  fork: number,
): Trie<V> {
  for (let start = from; start < to; ) {
    const nibble = nibbleAt((changes[start] as TrieChange<V>).path, fork);
    let end = start + 1;
    while (end < to && nibbleAt((changes[end] as TrieChange<V>).path, fork) === nibble) end++;
    children[nibble] = update(children[nibble], changes, start, end, fork + 1);
    start = end;
  }
  return ofChildren(children, depth, fork);
}

/** Returns the node from `depth` on, over a fork at nibble `fork`. It is a branch only when two children are left. */
function ofChildren<V>(children: Children<V>, depth: number, fork: number): Trie<V> {
  const only = children.findIndex((child) => child !== undefined);
  if (only < 0) return undefined;
  const child = children[only] as TrieNode<V>;
  const another = children.findIndex((other, i) => i > only && other !== undefined);
  if (another < 0) return lift(child, pathUnder(child), fork + 1, depth);
  return depth === fork
    ? new BranchNode(children)
    : new ExtensionNode(pathUnder(child), depth, fork, new BranchNode(children));
}

/** Returns `node`, which begins at nibble `from`, changed to begin at the earlier nibble `depth` of `path`. */
function lift<V>(node: Trie<V>, path: ByteText, from: number, depth: number): Trie<V> {
  if (node === undefined || from === depth) return node;
  if (node.type === 'branch') return new ExtensionNode(path, depth, from, node);
  if (node.type === 'extension') return new ExtensionNode(node.path, depth, node.end, node.child);
  return new LeafNode(node.path, depth, node.value);
}

function pathUnder<V>(node: TrieNode<V>): ByteText {
  let at = node;
  while (at.type === 'branch') at = at.children.find((child) => child !== undefined) as TrieNode<V>;
  return at.path;
}
