/**
 * Encodes and hashes trie nodes. A node is hashed once in its life. Encodings are not cached, because a proof can make
 * them again and a large state would not fit in memory with them.
 */

import { type ByteText, bytesOfText, textOfBytes } from '../../../kernel/byte_text.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { fromHex } from '../../../kernel/hex.js';
import { wordText } from '../keys.js';
import { LIST_HEADER_BYTES, writeListHeaderBefore, writeStringHeader } from '../rlp_writer.js';
import { nibbleAt, PATH_NIBBLES, type Trie, type TrieNode } from './node.js';

/** Encodes the values of a trie. */
export interface ValueWriter<V> {
  /** Writes the value's encoding as an RLP string at `at` and returns its end. It takes at most 128 bytes. */
  writeValue(out: Bytes, at: number, value: V): number;
}

/** Keccak-256 of RLP's empty string, the root of a trie without entries. */
export const EMPTY_TRIE_ROOT: Bytes = fromHex('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');

const HASH_BYTES = 32;
const HASH_HEADER = 0x80 + HASH_BYTES;
const EMPTY_STRING = 0x80;
/** Buffer for one node. A full branch takes 532 bytes; a leaf takes less than 200. */
const scratch = new Uint8Array(1024);
const PAYLOAD_START = LIST_HEADER_BYTES;

/** Returns the 32-byte root. */
export function trieRoot<V>(root: Trie<V>, writer: ValueWriter<V>): Bytes {
  if (root === undefined) return EMPTY_TRIE_ROOT;
  const reference = referenceOf(root, writer);
  const bytes = bytesOfText(reference);
  return bytes.length === HASH_BYTES ? bytes : keccak256(bytes);
}

/** Returns the node's RLP encoding in a new array. */
export const encodeNode = <V>(node: TrieNode<V>, writer: ValueWriter<V>): Bytes => encode(node, writer).slice();

/** Returns the reference that the node's parent holds. 32 bytes are a hash; fewer are the node itself. */
export function referenceOf<V>(node: TrieNode<V>, writer: ValueWriter<V>): ByteText {
  if (node.reference === undefined) {
    const encoded = encode(node, writer);
    node.reference = encoded.length < HASH_BYTES ? textOfBytes(encoded) : wordText(keccak256(encoded));
  }
  return node.reference;
}

/** Returns a view of the scratch buffer, which is valid until the next call. */
function encode<V>(node: TrieNode<V>, writer: ValueWriter<V>): Bytes {
  // Children are hashed first, because they use the same scratch buffer.
  if (node.type === 'branch')
    for (const child of node.children)
      if (child !== undefined && child.reference === undefined) referenceOf(child, writer);
  if (node.type === 'extension') referenceOf(node.child, writer);
  const end = writePayload(node, writer);
  return scratch.subarray(writeListHeaderBefore(scratch, PAYLOAD_START, end), end);
}

function writePayload<V>(node: TrieNode<V>, writer: ValueWriter<V>): number {
  let at = PAYLOAD_START;
  switch (node.type) {
    case 'leaf':
      return writer.writeValue(scratch, writePath(at, node.path, node.depth, PATH_NIBBLES, true), node.value);
    case 'extension':
      return writeReference(writePath(at, node.path, node.depth, node.end, false), node.child.reference);
    case 'branch':
      for (const child of node.children)
        if (child === undefined) scratch[at++] = EMPTY_STRING;
        else at = writeReference(at, child.reference);
      scratch[at] = EMPTY_STRING;
      return at + 1;
  }
}

function writeReference(start: number, reference: ByteText | undefined): number {
  if (reference === undefined) {
    scratch[start] = EMPTY_STRING;
    return start + 1;
  }
  const { length } = reference;
  let at = start;
  if (length === HASH_BYTES) scratch[at++] = HASH_HEADER;
  for (let i = 0; i < length; i++) scratch[at + i] = reference.charCodeAt(i);
  return at + length;
}

/** Writes nibbles [from, to) of the path in hex-prefix form (Yellow Paper, appendix C) as an RLP string. */
function writePath(start: number, path: ByteText, from: number, to: number, leaf: boolean): number {
  const length = ((to - from) >> 1) + 1;
  let at = length === 1 ? start : writeStringHeader(scratch, start, length);
  const flag = leaf ? 0x20 : 0;
  let nibble = from;
  if ((to - from) % 2 === 1) scratch[at++] = flag | 0x10 | nibbleAt(path, nibble++);
  else scratch[at++] = flag;
  if (nibble % 2 === 0) for (; nibble < to; nibble += 2) scratch[at++] = path.charCodeAt(nibble >> 1);
  else
    for (; nibble < to; nibble += 2)
      scratch[at++] = ((path.charCodeAt(nibble >> 1) & 15) << 4) | (path.charCodeAt((nibble + 1) >> 1) >> 4);
  return at;
}
