/**
 * Defines a store's tree with the hashes of the SDK's IAVL tree, so that its ICS-23 specification verifies proofs
 * against it. As in IAVL, only leaves have keys, an inner node has two children, and hashes include height, size and
 * version.
 *
 * It is simplified on purpose. An AVL tree's shape depends on the order of the writes. This tree has the shape of a
 * treap over the gaps between neighbouring leaves. A gap belongs to the leaf on its right, and the SHA-256 of that
 * leaf's key determines its rank. So the set of keys alone determines the shape, its expected height is logarithmic,
 * and the tree of any height can be rebuilt from the flat history. For the same reason the version is 1 everywhere.
 */
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';

export interface TreeKey {
  /** Has one character a byte, so that texts compare as the bytes do. */
  readonly text: string;
  readonly bytes: Bytes;
  /** Is the first 48 bits of the key's SHA-256. */
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
    /** Is the smallest key on the right, which owns the gap that this node bridges. */
    readonly gap: TreeKey,
  ) {
    this.height = Math.max(left.height, right.height) + 1;
    this.size = left.size + right.size;
  }
}

export type TreeNode = TreeLeaf | TreeInner;
export type Tree = TreeNode | undefined;

/** Is IAVL's root of a tree without leaves. */
export const EMPTY_TREE_ROOT: Bytes = sha256(EMPTY_BYTES);

const VERSION = 1;
const SHA256_LENGTH = 32;

/**
 * Holds the preimage that is being written: one at a time, hashed at once. Keys here have at most some hundred bytes.
 */
let scratch = new Uint8Array(512);

/** Writes an unsigned varint. Returns where it ended. */
function writeVarint(out: Bytes, start: number, value: number): number {
  let at = start;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out[at++] = (rest % 0x80) + 0x80;
  out[at++] = rest;
  return at;
}

/**
 * Writes height, size and version, with which the preimage of every node begins. They are signed varints, as Go's
 * `binary.PutVarint` writes.
 */
function writePrefix(out: Bytes, { height, size }: TreeNode): number {
  return writeVarint(out, writeVarint(out, writeVarint(out, 0, 2 * height), 2 * size), 2 * VERSION);
}

export function nodePrefix(node: TreeNode): Bytes {
  const out = new Uint8Array(32);
  return out.slice(0, writePrefix(out, node));
}

export const LEAF_PREFIX: Bytes = Uint8Array.of(0, 2, 2 * VERSION);

/** Writes a hash after its length, which is one byte. */
function writeHash(out: Bytes, at: number, hash: Bytes): number {
  out[at] = SHA256_LENGTH;
  out.set(hash, at + 1);
  return at + 1 + SHA256_LENGTH;
}

function leafHash(leaf: TreeLeaf): Bytes {
  const { bytes } = leaf.key;
  const digest = sha256(leaf.value);
  if (scratch.length < bytes.length + 64) scratch = new Uint8Array(bytes.length + 64);
  const at = writeVarint(scratch, writePrefix(scratch, leaf), bytes.length);
  scratch.set(bytes, at);
  return sha256(scratch.subarray(0, writeHash(scratch, at + bytes.length, digest)));
}

function innerHash(node: TreeInner): Bytes {
  // Children are hashed first, because they use the same scratch buffer.
  const left = hashOf(node.left);
  const right = hashOf(node.right);
  const end = writeHash(scratch, writeHash(scratch, writePrefix(scratch, node), left), right);
  return sha256(scratch.subarray(0, end));
}

export function hashOf(node: TreeNode): Bytes {
  node.hash ??= node.type === 'leaf' ? leafHash(node) : innerHash(node);
  return node.hash;
}

export const treeRoot = (tree: Tree): Bytes => (tree === undefined ? EMPTY_TREE_ROOT : hashOf(tree));
