/**
 * Makes proofs of a height's state: Merkle Patricia nodes for the EVM (EIP-1186), ICS-23 proof ops for IBC and CosmJS.
 */

import type { ProofOp } from '../../abci/application.js';
import { type ExistenceProof, encodeExistenceProof, encodeNonExistenceProof } from '../../codec/merkle/ics23.js';
import { textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { ACCOUNT_WRITER, SLOT_WRITER } from './account.js';
import { addressText, securePath, wordText } from './keys.js';
import type { Multistore, MultistoreName } from './multistore.js';
import type { Tree } from './tree/node.js';
import { proveAbsence, proveLeaf } from './tree/prove.js';
import { treeFind } from './tree/update.js';
import { EMPTY_TRIE_ROOT } from './trie/hash.js';
import { trieGet } from './trie/node.js';
import { proveTrie } from './trie/prove.js';
import type { AccountProof, StoreName } from './types.js';
import type { StateTrie } from './update_trees.js';

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
