/** A signed proposal of a block for one round (CometBFT types/proposal.go). */
import type { UnixNanos } from '../../kernel/time.js';
import type { BlockId } from './block_id.js';
import type { Signature } from './signature.js';

/** `SIGNED_MSG_TYPE_PROPOSAL`. */
export const PROPOSAL_TYPE = 32;

export interface Proposal {
  readonly height: bigint;
  readonly round: number;
  /** The round whose polka justifies a re-proposal; -1 for a new block. */
  readonly polRound: number;
  readonly blockId: BlockId;
  readonly timestamp: UnixNanos;
  readonly signature: Signature;
}
