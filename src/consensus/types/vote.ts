/** Prevotes and precommits (CometBFT types/vote.go) and the canonical bytes that they sign (types/canonical.go). */
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockId } from './block_id.js';
import type { Signature } from './signature.js';

/** `SignedMsgType`. */
export const VoteType = { Prevote: 1, Precommit: 2 } as const;
export type VoteType = (typeof VoteType)[keyof typeof VoteType];

export interface Vote {
  readonly type: VoteType;
  readonly height: bigint;
  readonly round: number;
  /** NIL_BLOCK_ID for a vote for nil. */
  readonly blockId: BlockId;
  readonly timestamp: UnixNanos;
  readonly validatorAddress: Bytes;
  readonly validatorIndex: number;
  readonly signature: Signature;
}
