/** Evidence of misbehaviour, its encodings and hashes (CometBFT types/evidence.go). */
import type { UnixNanos } from '../../kernel/time.js';
import type { Commit } from './commit.js';
import type { Header } from './header.js';
import type { Validator, ValidatorSet } from './validator_set.js';
import type { Vote } from './vote.js';

export interface DuplicateVoteEvidence {
  readonly type: 'duplicate-vote';
  /** The vote with the lesser block id key. */
  readonly voteA: Vote;
  readonly voteB: Vote;
  readonly totalVotingPower: bigint;
  readonly validatorPower: bigint;
  /** Header time of the votes' height. */
  readonly timestamp: UnixNanos;
}

export interface LightClientAttackEvidence {
  readonly type: 'light-client-attack';
  readonly conflictingBlock: {
    readonly header: Header;
    readonly commit: Commit;
    readonly validatorSet: ValidatorSet;
  };
  readonly commonHeight: bigint;
  readonly byzantineValidators: readonly Validator[];
  readonly totalVotingPower: bigint;
  readonly timestamp: UnixNanos;
}

export type Evidence = DuplicateVoteEvidence | LightClientAttackEvidence;
