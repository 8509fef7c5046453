/**
 * Sets and removes keys of a store's tree: it splits the tree, and joins the remaining parts. Old trees do not change.
 */
import { type ByteText, bytesOfText } from '../../../kernel/byte_text.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { type Tree, TreeInner, type TreeKey, TreeLeaf, type TreeNode } from './node.js';

const RANK_BYTES = 6;

export function treeKey(text: ByteText): TreeKey {
  let rank = 0;
  const digest = sha256(bytesOfText(text));
  for (let i = 0; i < RANK_BYTES; i++) rank = rank * 256 + (digest[i] as number);
  return { text, rank };
}

/** Returns the tree's leaf with this key. */
export function treeFind(tree: Tree, text: string): TreeLeaf | undefined {
  let node = tree;
  while (node !== undefined && node.type === 'inner') node = text < node.gap.text ? node.left : node.right;
  return node?.key.text === text ? node : undefined;
}

/** Returns the tree with `value` for the key. */
export function treeSet(tree: Tree, text: ByteText, value: Bytes): TreeNode {
  return putLeaf(tree, newLeaf(tree, text, value));
}

/** Makes a leaf with `value` for the key, which is that of the tree's leaf if there is one. */
export const newLeaf = (tree: Tree, text: ByteText, value: Bytes): TreeLeaf =>
  new TreeLeaf(treeFind(tree, text)?.key ?? treeKey(text), value);

/** Returns the tree with the leaf in place of the one with the same key. */
export function putLeaf(tree: Tree, leaf: TreeLeaf): TreeNode {
  const { text } = leaf.key;
  if (tree !== undefined && treeFind(tree, text) !== undefined) return replace(tree, leaf);
  const [below, above] = split(tree, text);
  return join(join(below, leaf), above) as TreeNode;
}

/** Returns the tree without the key. */
export const treeRemove = (tree: Tree, text: ByteText): Tree => treeRemoveAll(tree, [text]);

/**
 * Returns the tree without the keys `from` to `to` of a list, which ascend. A node above several of them is made once.
 */
export function treeRemoveAll(tree: Tree, texts: readonly ByteText[], from = 0, to = texts.length): Tree {
  if (tree === undefined || from >= to) return tree;
  if (tree.type === 'leaf') return texts.slice(from, to).includes(tree.key.text) ? undefined : tree;
  const middle = firstFrom(texts, tree.gap.text, from, to);
  const left = treeRemoveAll(tree.left, texts, from, middle);
  const right = treeRemoveAll(tree.right, texts, middle, to);
  if (left === tree.left && right === tree.right) return tree;
  // A gap goes with its leaf.
  const hasGap = middle === to || texts[middle] !== tree.gap.text;
  return hasGap && left !== undefined ? new TreeInner(left, right as TreeNode, tree.gap) : join(left, right);
}

/** Returns the index of the first text that is not below `text`, or `to`. */
function firstFrom(texts: readonly ByteText[], text: ByteText, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] as ByteText) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function replace(node: TreeNode, leaf: TreeLeaf): TreeNode {
  if (node.type === 'leaf') return leaf;
  return leaf.key.text < node.gap.text
    ? new TreeInner(replace(node.left, leaf), node.right, node.gap)
    : new TreeInner(node.left, replace(node.right, leaf), node.gap);
}

/** Returns the leaves below `text`, and the others. */
export function split(node: Tree, text: string): readonly [below: Tree, others: Tree] {
  if (node === undefined) return [undefined, undefined];
  if (node.type === 'leaf') return node.key.text < text ? [node, undefined] : [undefined, node];
  if (text === node.gap.text) return [node.left, node.right];
  if (text < node.gap.text) {
    const [below, others] = split(node.left, text);
    return [below, others === undefined ? node.right : new TreeInner(others, node.right, node.gap)];
  }
  const [below, others] = split(node.right, text);
  return [below === undefined ? node.left : new TreeInner(node.left, below, node.gap), others];
}

/**
 * Returns true if the gap of `a` is above that of `b`. Equal ranks, which need a collision of 48 bits, are ordered by
 * key.
 */
export const isAbove = (a: TreeKey, b: TreeKey): boolean => a.rank > b.rank || (a.rank === b.rank && a.text < b.text);

/** Joins two trees into one. All keys of `left` must be below those of `right`. */
function join(left: Tree, right: Tree): Tree {
  if (left === undefined) return right;
  return right === undefined ? left : bridge(left, right, firstLeaf(right).key);
}

function bridge(left: TreeNode, right: TreeNode, gap: TreeKey): TreeInner {
  const leftTop = left.type === 'inner' && isAbove(left.gap, gap) ? left : undefined;
  const rightTop = right.type === 'inner' && isAbove(right.gap, gap) ? right : undefined;
  if (leftTop !== undefined && (rightTop === undefined || isAbove(leftTop.gap, rightTop.gap)))
    return new TreeInner(leftTop.left, bridge(leftTop.right, right, gap), leftTop.gap);
  if (rightTop !== undefined) return new TreeInner(bridge(left, rightTop.left, gap), rightTop.right, rightTop.gap);
  return new TreeInner(left, right, gap);
}

/** Returns the leaf with the lowest key. */
export function firstLeaf(node: TreeNode): TreeLeaf {
  let at = node;
  while (at.type === 'inner') at = at.left;
  return at;
}
