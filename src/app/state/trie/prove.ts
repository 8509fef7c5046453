/** Makes Merkle Patricia proofs as `eth_getProof` returns them (EIP-1186): the nodes along a path, root first. */
import type { ByteText } from '../../../kernel/byte_text.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { encodeNode, referenceOf, type ValueWriter } from './hash.js';
import { divergence, nibbleAt, type Trie } from './node.js';

/**
 * Proves the presence or the absence of `path`. A node that its parent embeds is part of the parent and not listed. An
 * empty trie has no nodes: its root alone is the proof.
 */
export function proveTrie<V>(root: Trie<V>, path: ByteText, writer: ValueWriter<V>): Bytes[] {
  const proof: Bytes[] = [];
  let node = root;
  for (let depth = 0; node !== undefined; ) {
    if (node === root || referenceOf(node, writer).length === 32) proof.push(encodeNode(node, writer));
    if (node.type === 'leaf') return proof;
    if (node.type === 'extension' && divergence(node.path, path, depth, node.end) < node.end) return proof;
    const next: Trie<V> = node.type === 'branch' ? node.children[nibbleAt(path, depth)] : node.child;
    depth = node.type === 'branch' ? depth + 1 : node.end;
    node = next;
  }
  return proof;
}
