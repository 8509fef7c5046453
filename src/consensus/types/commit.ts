/** A commit: the precommits that decided a block, one slot for each validator (CometBFT types/block.go). */
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockId } from './block_id.js';
import type { Signature } from './signature.js';

export const BlockIdFlag = { Absent: 1, Commit: 2, Nil: 3 } as const;
export type BlockIdFlag = (typeof BlockIdFlag)[keyof typeof BlockIdFlag];

export interface CommitSig {
  readonly blockIdFlag: BlockIdFlag;
  /** Empty when absent. */
  readonly validatorAddress: Bytes;
  /** ZERO_TIME when absent. */
  readonly timestamp: UnixNanos;
  readonly signature: Signature;
}

export interface Commit {
  readonly height: bigint;
  readonly round: number;
  readonly blockId: BlockId;
  /** In the order of the validator set; empty in the commit that the initial block carries. */
  readonly signatures: readonly CommitSig[];
}
