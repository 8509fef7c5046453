/** Makes ICS-23 proofs of presence and absence in a store's tree (`iavlSpec`). */
import type { ExistenceProof, InnerOp, NonExistenceProof } from '../../../codec/merkle/ics23.js';
import { bytesOfText } from '../../../kernel/byte_text.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { hashOf, LEAF_PREFIX, nodePrefix, type Tree, type TreeInner, type TreeLeaf } from './node.js';
import { neighbours } from './walk.js';

const HASH_LENGTH: Bytes = Uint8Array.of(32);

function stepFrom(parent: TreeInner, fromLeft: boolean): InnerOp {
  const prefix = Uint8Array.from([...nodePrefix(parent), ...HASH_LENGTH]);
  return fromLeft
    ? { prefix, suffix: concatBytes(HASH_LENGTH, bytesOfText(hashOf(parent.right))) }
    : { prefix: concatBytes(prefix, bytesOfText(hashOf(parent.left)), HASH_LENGTH), suffix: EMPTY_BYTES };
}

/** Proves a leaf that is in the tree. */
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
