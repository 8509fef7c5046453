/**
 * Builds CometBFT's Merkle tree over SHA-256 (consensus-engine.md 1). Leaves are hashed after a 0 byte and inner nodes
 * after a 1 byte; nothing is sorted or padded. The tree is built from the bottom: neighbours are paired, and an odd
 * last node moves up unchanged. This gives the same tree as splitting at the largest power of two below the number of
 * leaves.
 */
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { once } from '../../kernel/once.js';
import { CodecError, ProtoReader, ProtoWriter } from '../protobuf/index.js';

/** Audit path of one leaf. `aunts` are ordered from the leaf's sibling up to a child of the root. */
export interface MerkleProof {
  readonly total: number;
  readonly index: number;
  readonly leafHash: Bytes;
  readonly aunts: readonly Bytes[];
}

/** Greatest length of a proof, for a tree of 2^100 leaves. CometBFT rejects longer proofs. */
export const MAX_AUNTS = 100;

const HASH_BYTES = 32;
const innerPreimage = new Uint8Array(1 + 2 * HASH_BYTES);
innerPreimage[0] = 1;
/** Buffer for short leaves, which are the most common: the memory of a new array would be outside of V8's heap. */
const leafPreimage = new Uint8Array(512);

/** Shared root of empty lists, because hash lists are empty in most blocks. */
const emptyRoot = once(() => sha256(EMPTY_BYTES));

export function leafHash(leaf: Bytes): Bytes {
  const length = 1 + leaf.length;
  const preimage = length <= leafPreimage.length ? leafPreimage.subarray(0, length) : new Uint8Array(length);
  preimage.set(leaf, 1);
  return sha256(preimage);
}

/** Hashes two child hashes of 32 bytes. */
export function innerHash(left: Bytes, right: Bytes): Bytes {
  innerPreimage.set(left, 1);
  innerPreimage.set(right, 1 + HASH_BYTES);
  return sha256(innerPreimage);
}

function levelAbove(level: readonly Bytes[]): Bytes[] {
  const above: Bytes[] = [];
  for (let i = 0; i + 1 < level.length; i += 2) above.push(innerHash(level[i] as Bytes, level[i + 1] as Bytes));
  if (level.length % 2 === 1) above.push(level[level.length - 1] as Bytes);
  return above;
}

/** Returns the root over `leaves` in the given order. It is the SHA-256 hash of no bytes when there are none. */
export const merkleRoot = (leaves: readonly Bytes[]): Bytes => rootOfLeafHashes(leaves.map(leafHash));

/** Does the same for callers that have the leaves' hashes. */
export function rootOfLeafHashes(leafHashes: readonly Bytes[]): Bytes {
  if (leafHashes.length === 0) return emptyRoot();
  let level = leafHashes;
  while (level.length > 1) level = levelAbove(level);
  return level[0] as Bytes;
}

/** Returns the root and the proof of every leaf, in the order of the leaves. */
export function merkleProofs(leaves: readonly Bytes[]): {
  readonly root: Bytes;
  readonly proofs: readonly MerkleProof[];
} {
  if (leaves.length === 0) return { root: emptyRoot(), proofs: [] };
  const bottom = leaves.map(leafHash);
  const belowRoot: Bytes[][] = [];
  let level = bottom;
  for (; level.length > 1; level = levelAbove(level)) belowRoot.push(level);
  const proofs = bottom.map((hash, index) => ({
    total: leaves.length,
    index,
    leafHash: hash,
    aunts: belowRoot.flatMap((nodes, depth) => nodes[(index >>> depth) ^ 1] ?? []),
  }));
  return { root: level[0] as Bytes, proofs };
}

/** Returns the root to which `proof` leads, or undefined when its length does not match its index and total. */
export function rootOfProof(proof: MerkleProof): Bytes | undefined {
  const { total, index, aunts } = proof;
  if (!(index >= 0 && index < total) || aunts.length > MAX_AUNTS) return undefined;
  let hash = proof.leafHash;
  let used = 0;
  for (let at = index, width = total; width > 1; at = Math.floor(at / 2), width = Math.ceil(width / 2)) {
    if (at % 2 === 0 && at === width - 1) continue;
    const aunt = aunts[used++];
    if (aunt === undefined) return undefined;
    hash = at % 2 === 0 ? innerHash(hash, aunt) : innerHash(aunt, hash);
  }
  return used === aunts.length ? hash : undefined;
}

/** Reports whether `proof` proves that `leaf` (its preimage, not its hash) is in the tree with this root. */
export function verifyMerkleProof(root: Bytes, proof: MerkleProof, leaf: Bytes): boolean {
  if (proof.leafHash.length !== HASH_BYTES || proof.aunts.some((aunt) => aunt.length !== HASH_BYTES)) return false;
  if (!equalBytes(proof.leafHash, leafHash(leaf))) return false;
  const computed = rootOfProof(proof);
  return computed !== undefined && equalBytes(computed, root);
}

/** Encodes a proof as `tendermint.crypto.Proof`. */
export function encodeMerkleProof(proof: MerkleProof): Bytes {
  const writer = new ProtoWriter().int(1, proof.total).int(2, proof.index).bytes(3, proof.leafHash);
  for (const aunt of proof.aunts) writer.element(4, aunt);
  return writer.finish();
}

export function decodeMerkleProof(bytes: Bytes): MerkleProof {
  const reader = new ProtoReader(bytes);
  let total = 0;
  let index = 0;
  let hash: Bytes = EMPTY_BYTES;
  const aunts: Bytes[] = [];
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) total = reader.number();
    else if (field === 2) index = reader.number();
    else if (field === 3) hash = reader.bytes();
    else if (field === 4) aunts.push(reader.bytes());
    else throw reader.unknown('Proof');
  }
  if (total < 0 || index < 0) throw new CodecError(`Proof: total ${total} and index ${index} must not be negative`);
  if (aunts.length > MAX_AUNTS) throw new CodecError(`Proof: ${aunts.length} aunts, at most ${MAX_AUNTS} are allowed`);
  for (const part of [hash, ...aunts])
    if (part.length !== HASH_BYTES) throw new CodecError(`Proof: a hash has ${part.length} bytes, expected 32`);
  return { total, index, leafHash: hash, aunts };
}
