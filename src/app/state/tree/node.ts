/**
 * A store's tree with the hashes of the SDK's IAVL tree, so that its ICS-23 specification verifies proofs against it. As
 * there, keys live in leaves only, an inner node has two children, and hashes take in height, size and version.
 *
 * Simplified on purpose: the shape is not AVL's, which depends on the order of the writes, but that of a treap over the
 * gaps between neighbouring leaves. A gap belongs to the leaf on its right, and the SHA-256 of that leaf's key says how
 * high it stands. So the shape follows from the set of keys alone, its expected height is logarithmic, and the tree of
 * any height can be built anew from the flat history. The version is 1 everywhere, for the same reason.
 */
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';

export interface TreeKey {
  /** One character a byte: compares as the bytes do. */
  readonly text: string;
  readonly bytes: Bytes;
  /** The first 48 bits of the key's SHA-256. */
  readonly rank: number;
}

export class TreeLeaf {
  readonly type = 'leaf';
  readonly height = 0;
  readonly size = 1;
  hash: Bytes | undefined;

  constructor(
    readonly key: TreeKey,
    readonly value: Bytes,
  ) {}
}

export class TreeInner {
  readonly type = 'inner';
  readonly height: number;
  readonly size: number;
  hash: Bytes | undefined;

  constructor(
    readonly left: TreeNode,
    readonly right: TreeNode,
    /** The smallest key on the right: it owns the gap that this node bridges. */
    readonly gap: TreeKey,
  ) {
    this.height = Math.max(left.height, right.height) + 1;
    this.size = left.size + right.size;
  }
}

export type TreeNode = TreeLeaf | TreeInner;
export type Tree = TreeNode | undefined;

/** What IAVL gives for a tree without leaves. */
export const EMPTY_TREE_ROOT: Bytes = sha256(EMPTY_BYTES);

const VERSION = 1;
const SHA256_LENGTH = 32;

/** A signed varint as Go's `binary.PutVarint` writes it, of a number that is not negative. */
function varint(value: number): number[] {
  const out: number[] = [];
  let rest = value * 2;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.push((rest % 0x80) + 0x80);
  out.push(rest);
  return out;
}

/** Height, size and version: how the preimage of every node begins. */
export const nodePrefix = (node: TreeNode): number[] => [
  ...varint(node.height),
  ...varint(node.size),
  ...varint(VERSION),
];

export const LEAF_PREFIX: Bytes = Uint8Array.of(0, 2, 2 * VERSION);

/** Lengths are unsigned varints. */
function unsignedVarint(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) out.push((rest & 0x7f) | 0x80);
  out.push(rest);
  return out;
}

function leafPreimage({ key, value }: TreeLeaf): Bytes {
  const length = unsignedVarint(key.bytes.length);
  const out = new Uint8Array(LEAF_PREFIX.length + length.length + key.bytes.length + 1 + SHA256_LENGTH);
  out.set(LEAF_PREFIX);
  out.set(length, LEAF_PREFIX.length);
  out.set(key.bytes, LEAF_PREFIX.length + length.length);
  out[out.length - SHA256_LENGTH - 1] = SHA256_LENGTH;
  out.set(sha256(value), out.length - SHA256_LENGTH);
  return out;
}

function innerPreimage(node: TreeInner): Bytes {
  const prefix = nodePrefix(node);
  const left = hashOf(node.left);
  const right = hashOf(node.right);
  const out = new Uint8Array(prefix.length + 2 * (1 + SHA256_LENGTH));
  out.set(prefix);
  out[prefix.length] = SHA256_LENGTH;
  out.set(left, prefix.length + 1);
  out[prefix.length + 1 + SHA256_LENGTH] = SHA256_LENGTH;
  out.set(right, prefix.length + 2 + SHA256_LENGTH);
  return out;
}

export function hashOf(node: TreeNode): Bytes {
  node.hash ??= sha256(node.type === 'leaf' ? leafPreimage(node) : innerPreimage(node));
  return node.hash;
}

export const treeRoot = (tree: Tree): Bytes => (tree === undefined ? EMPTY_TREE_ROOT : hashOf(tree));
