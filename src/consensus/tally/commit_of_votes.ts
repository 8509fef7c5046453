/** Converts between precommits and the commit that they make (CometBFT types/vote_set.go MakeExtendedCommit). */
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import { equalBlockIds, isNilBlockId } from '../types/block_id.js';
import { ABSENT_SLOT, BlockIdFlag, type Commit, type CommitSig, commitToVote } from '../types/commit.js';
import type { ValidatorSet } from '../types/validator_set.js';
import { type Vote, VoteType } from '../types/vote.js';
import { addVote, newVoteSet, type VoteSet, votesOf } from './vote_set.js';

function slotOf(vote: Vote | undefined, set: VoteSet): CommitSig {
  if (vote === undefined) return ABSENT_SLOT;
  const isNil = isNilBlockId(vote.blockId);
  if (!isNil && !(set.majority !== undefined && equalBlockIds(vote.blockId, set.majority))) return ABSENT_SLOT;
  const slot = {
    blockIdFlag: isNil ? BlockIdFlag.Nil : BlockIdFlag.Commit,
    validatorAddress: vote.validatorAddress,
    timestamp: vote.timestamp,
    signature: vote.signature,
  };
  return vote.extension === undefined ? slot : { ...slot, extension: vote.extension };
}

const commits = new WeakMap<VoteSet, Commit>();

/**
 * Returns the commit of precommits with a majority for a block; a vote for another block becomes an absent slot. It is
 * made once for each set.
 */
export function commitOfVotes(set: VoteSet): Commit {
  const known = commits.get(set);
  if (known !== undefined) return known;
  const commit = newCommit(set);
  commits.set(set, commit);
  return commit;
}

function newCommit(set: VoteSet): Commit {
  const { height, round, majority } = set;
  if (majority === undefined || isNilBlockId(majority) || set.type !== VoteType.Precommit)
    throw new InvariantViolation(`the votes of ${height}/${round} decide no block`);
  return { height, round, blockId: majority, signatures: votesOf(set).map((vote) => slotOf(vote, set)) };
}

/** Returns the precommits of a stored commit, from which a node that starts takes its last commit. */
export function votesOfCommit(commit: Commit, validators: ValidatorSet, isGenuine: (vote: Vote) => boolean): VoteSet {
  let set = newVoteSet(commit.height, commit.round, VoteType.Precommit, validators);
  for (const [index, slot] of commit.signatures.entries()) {
    if (slot.blockIdFlag === BlockIdFlag.Absent) continue;
    const vote = commitToVote(commit, index);
    const outcome = addVote(set, vote, isGenuine);
    invariant(outcome.type === 'added', `slot ${index} of the commit of ${commit.height} is no good vote`);
    set = outcome.set;
  }
  invariant(set.majority !== undefined, `the commit of ${commit.height} has no majority`);
  return set;
}
