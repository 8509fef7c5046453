/** The parts in which a block travels: 65,536-byte slices with Merkle proofs (CometBFT types/part_set.go). */
import type { MerkleProof } from '../../codec/merkle.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { PartSetHeader } from './block_id.js';

export const BLOCK_PART_SIZE = 65_536;

export interface Part {
  readonly index: number;
  readonly bytes: Bytes;
  readonly proof: MerkleProof;
}

/** The parts that have arrived; a missing one is undefined. Immutable. */
export interface PartSet {
  readonly header: PartSetHeader;
  readonly parts: readonly (Part | undefined)[];
  /** How many have arrived, and their bytes together. */
  readonly count: number;
  readonly byteSize: number;
}
