/** Defines what ends a chain: the commits of two blocks that were decided at one height. */
import type { BlockId } from '../consensus/types/block_id.js';
import type { Commit } from '../consensus/types/commit.js';
import type { ValidatorSet } from '../consensus/types/validator_set.js';
import type { UnixNanos } from '../kernel/time.js';

/** One of the blocks that were decided at a height. */
export interface DecidedBranch {
  readonly blockId: BlockId;
  /** Commit that the first node of the branch saw. It verifies by CometBFT's rules. */
  readonly commit: Commit;
  /** Nodes that decided the block, in ascending order. */
  readonly nodes: readonly number[];
}

export interface ConflictingCommits {
  readonly height: bigint;
  /** Time of the second decision. The network stops at that time. */
  readonly time: UnixNanos;
  /** Validator set of the height. */
  readonly validators: ValidatorSet;
  /** Branches. The first one was decided first, and the application executed its block. */
  readonly branches: readonly DecidedBranch[];
}
