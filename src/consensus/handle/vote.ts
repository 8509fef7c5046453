/** Handles a vote (CometBFT addVote): the votes so far decide the next transition. */
import { sharedVotes } from '../caches.js';
import type { Message } from '../message.js';
import { followPrecommit } from '../round/follow_precommit.js';
import { followPrevote } from '../round/follow_prevote.js';
import { Step } from '../round_step.js';
import { OwnSignature } from '../signature/own_signature.js';
import { verifyVote } from '../signature/verify_signature.js';
import { emit, miss, plan, refuse, type StepDraft } from '../step_draft.js';
import { addToHeight } from '../tally/height_votes.js';
import { type AddedVote, addVote, isFull } from '../tally/vote_set.js';
import { type Vote, VoteType, validateVote } from '../types/vote.js';
import { reportConflictingVotes } from './report_conflicting_votes.js';

export function handleVote(draft: StepDraft, from: number, message: Extract<Message, { type: 'vote' }>): void {
  const { vote } = message;
  const { height } = draft.round;
  // A vote that a key of this process signed is well formed; reading its signature would compute it.
  const problem = vote.signature instanceof OwnSignature ? undefined : validateVote(vote);
  if (problem !== undefined) {
    refuse(draft, problem);
    return;
  }
  if (vote.height === height) {
    addCurrent(draft, from, vote);
    return;
  }
  if (vote.height > height) {
    miss(draft, message);
    return;
  }
  if (vote.height + 1n === height && vote.type === VoteType.Precommit) addLate(draft, vote);
}

function addCurrent(draft: StepDraft, from: number, vote: Vote): void {
  const rs = draft.round;
  const { votes, outcome } = addToHeight(rs.votes, vote, from, () => isGenuine(draft, vote));
  rs.votes = votes;
  if (!wasAdded(draft, vote, outcome)) return;
  if (vote.type === VoteType.Prevote) followPrevote(draft, vote.round);
  else followPrecommit(draft, vote.round);
}

/** Adds a precommit of the height before, which counts until the new height begins: the next block includes it. */
function addLate(draft: StepDraft, vote: Vote): void {
  const rs = draft.round;
  if (rs.step !== Step.NewHeight || rs.lastCommit === undefined) return;
  if (vote.round !== rs.lastCommit.round) return;
  const outcome = addVote(rs.lastCommit, vote, () => isGenuine(draft, vote));
  if (outcome.type === 'added' || outcome.type === 'conflict')
    rs.lastCommit = sharedVotes(draft.env.caches, outcome.set);
  if (!wasAdded(draft, vote, outcome)) return;
  if (draft.env.timeouts.skipTimeoutCommit && isFull(rs.lastCommit)) plan(draft, { enter: 'NextHeight' });
}

function isGenuine({ env, state, round }: StepDraft, vote: Vote): boolean {
  const { chain } = state.decidedState;
  const signers = vote.height === round.height ? chain.validators : chain.lastValidators;
  const validator = signers?.validators[vote.validatorIndex];
  return validator !== undefined && verifyVote(env, chain.chainId, validator.pubKey, vote);
}

/** Publishes the outcome of the vote; returns true when the vote counts. */
function wasAdded(draft: StepDraft, vote: Vote, outcome: AddedVote): boolean {
  switch (outcome.type) {
    case 'added':
      noteVote(draft, vote);
      if (outcome.conflict !== undefined) reportConflictingVotes(draft, outcome.conflict, vote);
      return true;
    case 'conflict':
      reportConflictingVotes(draft, outcome.conflict, vote);
      return false;
    case 'refused':
      refuse(draft, outcome.reason);
      return false;
    case 'duplicate':
      return false;
  }
}

function noteVote(draft: StepDraft, vote: Vote): void {
  const { height, round, step } = draft.round;
  emit(draft, { type: 'note', note: { type: 'vote', node: draft.env.node, height, round, step, vote } });
}
