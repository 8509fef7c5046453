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

/** The preimage that is being written: one at a time, and read at once. Keys here have at most some hundred bytes. */
let scratch = new Uint8Array(512);

/** An unsigned varint; returns where it ended. */
function writeVarint(out: Bytes, start: number, value: number): number {
  let at = start;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out[at++] = (rest % 0x80) + 0x80;
  out[at++] = rest;
  return at;
}

/** Height, size and version: how the preimage of every node begins. Signed varints, as Go's `binary.PutVarint` writes. */
function writePrefix(out: Bytes, { height, size }: TreeNode): number {
  return writeVarint(out, writeVarint(out, writeVarint(out, 0, 2 * height), 2 * size), 2 * VERSION);
}

export function nodePrefix(node: TreeNode): Bytes {
  const out = new Uint8Array(32);
  return out.slice(0, writePrefix(out, node));
}

export const LEAF_PREFIX: Bytes = Uint8Array.of(0, 2, 2 * VERSION);

/** Behind its length, which is one byte. */
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
  // First those beneath: they use the same scratch buffer.
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
