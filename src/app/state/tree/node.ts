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
import { type ByteText, bytesOfText } from '../../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { once } from '../../../kernel/once.js';
import { wordText } from '../keys.js';

export interface TreeKey {
  /** Compares as the bytes do. */
  readonly text: ByteText;
  /** First 48 bits of the key's SHA-256. */
  readonly rank: number;
}

export class TreeLeaf {
  readonly type = 'leaf';
  readonly height = 0;
  readonly size = 1;
  /** Hash as text, which takes a fifth of the memory of so short a byte array. */
  hash: ByteText | undefined;

  constructor(
    readonly key: TreeKey,
    readonly value: Bytes,
  ) {}
}

export class TreeInner {
  readonly type = 'inner';
  readonly height: number;
  readonly size: number;
  hash: ByteText | undefined;

  constructor(
    readonly left: TreeNode,
    readonly right: TreeNode,
    /** Smallest key on the right, which owns the gap that this node bridges. */
    readonly gap: TreeKey,
  ) {
    this.height = Math.max(left.height, right.height) + 1;
    this.size = left.size + right.size;
  }
}

export type TreeNode = TreeLeaf | TreeInner;
export type Tree = TreeNode | undefined;

/** IAVL's root of a tree without leaves. */
const emptyRoot = once(() => sha256(EMPTY_BYTES));

const VERSION = 1;
const SHA256_LENGTH = 32;

/** Preimage that is being written: one at a time, hashed at once. Keys here have at most some hundred bytes. */
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
function writeHash(out: Bytes, at: number, hash: ByteText): number {
  out[at] = SHA256_LENGTH;
  return writeText(out, at + 1, hash);
}

/** Writes the bytes of a text. Returns where they ended. */
function writeText(out: Bytes, at: number, text: ByteText): number {
  for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i);
  return at + text.length;
}

const digestOf = (data: Bytes): ByteText => wordText(sha256(data));

function leafHash(leaf: TreeLeaf): ByteText {
  const { text } = leaf.key;
  const digest = digestOf(leaf.value);
  if (scratch.length < text.length + 64) scratch = new Uint8Array(text.length + 64);
  const at = writeText(scratch, writeVarint(scratch, writePrefix(scratch, leaf), text.length), text);
  return digestOf(scratch.subarray(0, writeHash(scratch, at, digest)));
}

function innerHash(node: TreeInner): ByteText {
  // Children are hashed first, because they use the same scratch buffer.
  const left = hashOf(node.left);
  const right = hashOf(node.right);
  const end = writeHash(scratch, writeHash(scratch, writePrefix(scratch, node), left), right);
  return digestOf(scratch.subarray(0, end));
}

/** Returns the node's hash, which is computed once. */
export function hashOf(node: TreeNode): ByteText {
  node.hash ??= node.type === 'leaf' ? leafHash(node) : innerHash(node);
  return node.hash;
}

export const treeRoot = (tree: Tree): Bytes => (tree === undefined ? emptyRoot() : bytesOfText(hashOf(tree)));
