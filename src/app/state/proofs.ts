/**
 * Makes proofs of a height's state: Merkle Patricia nodes for the EVM (EIP-1186), ICS-23 proof ops for IBC and CosmJS.
 */

import type { ProofOp } from '../../abci/application.js';
import {
  type ExistenceProof,
  encodeExistenceProof,
  encodeNonExistenceProof,
  type InnerOp,
  type NonExistenceProof,
} from '../../codec/merkle/ics23.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { ACCOUNT_WRITER, SLOT_WRITER } from './account.js';
import { addressText, securePath, wordText } from './keys.js';
import type { Multistore, MultistoreName } from './multistore.js';
import { hashOf, LEAF_PREFIX, nodePrefix, type Tree, type TreeInner, type TreeLeaf } from './tree/node.js';
import { treeFind } from './tree/update.js';
import { neighbours } from './tree/walk.js';
import { EMPTY_TRIE_ROOT, encodeNode, referenceOf, type ValueWriter } from './trie/hash.js';
import { divergence, nibbleAt, type Trie, trieGet } from './trie/node.js';
import type { AccountProof, StoreName } from './types.js';
import type { StateTrie } from './update_trees.js';

/**
 * Makes Merkle Patricia proofs as `eth_getProof` returns them (EIP-1186): the nodes along a path, root first. Proves
 * the presence or the absence of `path`. A node that its parent embeds is part of the parent and not listed. An empty
 * trie has no nodes: its root alone is the proof.
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

export function accountProof(trie: StateTrie, address: Bytes, slots: readonly Bytes[]): AccountProof {
  const path = securePath(addressText(address));
  const found = trieGet(trie, path);
  return {
    account: found?.account,
    storageHash: found?.storageRoot ?? EMPTY_TRIE_ROOT,
    accountProof: proveTrie(trie, path, ACCOUNT_WRITER),
    storageProof: slots.map((slot) => {
      const slotPath = securePath(wordText(slot));
      return {
        slot,
        value: trieGet(found?.storage, slotPath) ?? EMPTY_BYTES,
        proof: proveTrie(found?.storage, slotPath, SLOT_WRITER),
      };
    }),
  };
}

const HASH_LENGTH: Bytes = Uint8Array.of(32);

function stepFrom(parent: TreeInner, fromLeft: boolean): InnerOp {
  const prefix = Uint8Array.from([...nodePrefix(parent), ...HASH_LENGTH]);
  return fromLeft
    ? { prefix, suffix: concatBytes(HASH_LENGTH, bytesOfText(hashOf(parent.right))) }
    : { prefix: concatBytes(prefix, bytesOfText(hashOf(parent.left)), HASH_LENGTH), suffix: EMPTY_BYTES };
}

/** Makes ICS-23 proofs of presence and absence in a store's tree (`iavlSpec`). */
export function proveLeaf(tree: Tree, leaf: TreeLeaf): ExistenceProof {
  const path: InnerOp[] = [];
  let node = tree;
  while (node !== undefined && node.type === 'inner') {
    const fromLeft: boolean = leaf.key.text < node.gap.text;
    path.push(stepFrom(node, fromLeft));
    node = fromLeft ? node.left : node.right;
  }
  return { key: bytesOfText(leaf.key.text), value: leaf.value, leafPrefix: LEAF_PREFIX, path: path.reverse() };
}

/** Proves that no leaf has this key. */
export function proveAbsence(tree: Tree, text: string, key: Bytes): NonExistenceProof {
  const { left, right } = neighbours(tree, text);
  return { key, left: left && proveLeaf(tree, left), right: right && proveLeaf(tree, right) };
}

/**
 * Proves that a store has or lacks a key. In an empty store an absent key has no neighbour, and no verifier accepts the
 * proof. IAVL gives the same one.
 */
export function storeProof(tree: Tree, multistore: Multistore, store: StoreName, key: Bytes): readonly ProofOp[] {
  const text = textOfBytes(key);
  const leaf = treeFind(tree, text);
  const data =
    leaf === undefined
      ? encodeNonExistenceProof(proveAbsence(tree, text, key))
      : encodeExistenceProof(proveLeaf(tree, leaf));
  return [{ type: 'ics23:iavl', key, data }, multistoreProof(multistore, store)];
}

export function multistoreProof(multistore: Multistore, name: MultistoreName): ProofOp {
  const proof: ExistenceProof = multistore.prove(name);
  return { type: 'ics23:simple', key: proof.key, data: encodeExistenceProof(proof) };
}
