/**
 * Builds the Merkle map that the Cosmos SDK uses over its stores' roots: a CometBFT tree sorted by key. Each leaf is a
 * key and the SHA-256 hash of its value, both preceded by their lengths (consensus-engine.md 1.3).
 */
import { type Bytes, compareBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { ProtoWriter } from '../protobuf/index.js';
import { type MerkleProof, merkleProofs, merkleRoot } from './index.js';

export interface SimpleMapEntry {
  readonly key: Bytes;
  readonly value: Bytes;
}

/** Returns the preimage of the entry's leaf. */
export function simpleMapLeaf({ key, value }: SimpleMapEntry): Bytes {
  const digest = sha256(value);
  return new ProtoWriter().varint(key.length).raw(key).varint(digest.length).raw(digest).finish();
}

function sorted(entries: readonly SimpleMapEntry[]): SimpleMapEntry[] {
  const inOrder = [...entries].sort((a, b) => compareBytes(a.key, b.key));
  inOrder.forEach((entry, i) => {
    const before = inOrder[i - 1];
    invariant(
      before === undefined || compareBytes(before.key, entry.key) < 0,
      'a map has two entries with the same key',
    );
  });
  return inOrder;
}

/** Returns the root over `entries`, in any order. No key may occur twice. */
export function simpleMapRoot(entries: readonly SimpleMapEntry[]): Bytes {
  return merkleRoot(sorted(entries).map(simpleMapLeaf));
}

/** Proves that the map has an entry with this key. Returns undefined when it has none. */
export function simpleMapProof(entries: readonly SimpleMapEntry[], key: Bytes): MerkleProof | undefined {
  const inOrder = sorted(entries);
  const index = inOrder.findIndex((entry) => compareBytes(entry.key, key) === 0);
  return merkleProofs(inOrder.map(simpleMapLeaf)).proofs[index];
}
