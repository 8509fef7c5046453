/** Defines what ends a chain: the commits of two blocks that were decided at one height. */
import type { BlockId } from '../consensus/types/block_id.js';
import type { Commit } from '../consensus/types/commit.js';
import type { ValidatorSet } from '../consensus/types/validator_set.js';
import type { UnixNanos } from '../kernel/time.js';

/** Describes one of the blocks that were decided at a height. */
export interface DecidedBranch {
  readonly blockId: BlockId;
  /** Is the commit that the first node of the branch saw. It verifies by CometBFT's rules. */
  readonly commit: Commit;
  /** Lists the nodes that decided the block, in ascending order. */
  readonly nodes: readonly number[];
}

export interface ConflictingCommits {
  readonly height: bigint;
  /** Is when the second block was decided. The network stops at that time. */
  readonly time: UnixNanos;
  /** Is the validator set of the height. */
  readonly validators: ValidatorSet;
  /** Lists the branches. The first one was decided first, and the application executed its block. */
  readonly branches: readonly DecidedBranch[];
}
