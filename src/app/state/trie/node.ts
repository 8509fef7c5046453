/**
 * Defines the nodes of a secure Merkle Patricia trie (Yellow Paper, appendix D) over keys of 32 bytes, held in memory.
 * Nodes are immutable and shared between versions; only `reference` is set later, once. A node states its place by a
 * whole key below it and nibble positions, so that no paths are copied. Keys have equal lengths, so a branch has no
 * value.
 */

import type { ByteText } from '../../../kernel/byte_text.js';

/** Nibbles of a key. */
export const PATH_NIBBLES = 64;
export const BRANCH_WIDTH = 16;

export class LeafNode<V> {
  readonly type = 'leaf';
  /**
   * Reference in the parent: the Keccak-256 of the encoding, or the encoding itself when it is under 32 bytes. It is
   * text, which takes a fifth of the memory of so short a byte array, and costs the garbage collector proportionally
   * less.
   */
  reference: ByteText | undefined;

  constructor(
    readonly path: ByteText,
    /** Nibble at which this node's own part of the path begins. */
    readonly depth: number,
    readonly value: V,
  ) {}
}

export class ExtensionNode<V> {
  readonly type = 'extension';
  reference: ByteText | undefined;

  constructor(
    /** Any path through this node. */
    readonly path: ByteText,
    readonly depth: number,
    /** Depth of the child. */
    readonly end: number,
    readonly child: BranchNode<V>,
  ) {}
}

export class BranchNode<V> {
  readonly type = 'branch';
  reference: ByteText | undefined;

  constructor(readonly children: readonly (TrieNode<V> | undefined)[]) {}
}

export type TrieNode<V> = LeafNode<V> | ExtensionNode<V> | BranchNode<V>;
export type Trie<V> = TrieNode<V> | undefined;

/** Returns a nibble of a path. Paths are text for the same reason as references. */
export function nibbleAt(path: ByteText, index: number): number {
  const byte = path.charCodeAt(index >> 1);
  return (index & 1) === 0 ? byte >> 4 : byte & 15;
}

/** Returns the first nibble in [from, to) at which the paths differ, or `to`. */
export function divergence(a: ByteText, b: ByteText, from: number, to: number): number {
  if (a === b) return to;
  let at = from;
  while (at < to && nibbleAt(a, at) === nibbleAt(b, at)) at++;
  return at;
}

/** Returns the value at `path`, or undefined. */
export function trieGet<V>(root: Trie<V>, path: ByteText): V | undefined {
  let node = root;
  for (let depth = 0; node !== undefined; ) {
    if (node.type === 'branch') {
      node = node.children[nibbleAt(path, depth)];
      depth += 1;
    } else if (node.type === 'extension') {
      if (divergence(node.path, path, depth, node.end) < node.end) return undefined;
      depth = node.end;
      node = node.child;
    } else {
      return divergence(node.path, path, depth, PATH_NIBBLES) === PATH_NIBBLES ? node.value : undefined;
    }
  }
  return undefined;
}
