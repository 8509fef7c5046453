/** `BlockID`: the hash of a block's header and of the parts that carry the block (CometBFT types/block.go). */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';

export interface PartSetHeader {
  readonly total: number;
  /** Merkle root over the raw part bytes; 32 bytes, or empty. */
  readonly hash: Bytes;
}

export interface BlockId {
  readonly hash: Bytes;
  readonly parts: PartSetHeader;
}

/** What a vote for nil names. */
export const NIL_BLOCK_ID: BlockId = { hash: EMPTY_BYTES, parts: { total: 0, hash: EMPTY_BYTES } };
