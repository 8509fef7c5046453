/** Handles a vote (CometBFT addVote): the votes so far decide the next transition. */
import { equalBytes } from '../../kernel/bytes.js';
import { sharedVotes } from '../caches.js';
import type { Message } from '../input.js';
import { awaitParts, isBlock, setValid, unlock } from '../round/lock.js';
import { isProposalComplete } from '../round/propose.js';
import { RoundStep } from '../round_step.js';
import { OwnSignature } from '../signature/own_signature.js';
import { verifyExtension, verifyVote } from '../signature/verify_signature.js';
import { ask, emit, emitEvent, miss, plan, refuse, type StepDraft } from '../step_draft.js';
import { addToHeight, precommitsOf, prevotesOf } from '../tally/height_votes.js';
import { type AddedVote, addVote, hasTwoThirdsAny, isFull, type VoteSet } from '../tally/vote_set.js';
import type { Transition } from '../transition.js';
import { type BlockId, isNilBlockId } from '../types/block_id.js';
import { voteExtensionsEnabled } from '../types/params.js';
import { isExtendable, type Vote, VoteType, validateVote } from '../types/vote.js';
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
    if (vote.type === VoteType.Prevote || mayCount(draft, from, vote)) addCurrent(draft, from, vote);
    return;
  }
  if (vote.height > height) {
    miss(draft, message);
    return;
  }
  if (vote.height + 1n === height && vote.type === VoteType.Precommit) addLate(draft, vote);
}

/**
 * Plans the transitions that a new precommit allows: a decision, a wait, or a later round (consensus-engine.md 5.4).
 */
function followPrecommit(draft: StepDraft, round: number): void {
  const { height } = draft.round;
  const precommits = precommitsOf(draft.round.votes, round);
  if (precommits === undefined) return;
  const { majority } = precommits;
  const go = (enter: 'NewRound' | 'Precommit' | 'PrecommitWait' | 'Commit'): Transition => ({ enter, height, round });
  if (majority !== undefined && !isNilBlockId(majority)) {
    const atOnce = draft.env.timeouts.skipTimeoutCommit && isFull(precommits);
    if (atOnce) plan(draft, { enter: 'NextHeight' });
    plan(draft, go('NewRound'), go('Precommit'), go('Commit'));
  } else if (majority !== undefined) {
    plan(draft, go('NewRound'), go('Precommit'), go('PrecommitWait'));
  } else if (draft.round.round <= round && hasTwoThirdsAny(precommits)) {
    plan(draft, go('NewRound'), go('PrecommitWait'));
  }
}

/**
 * Plans the transitions that a new prevote allows: unlocking, a valid value, a skipped round, the precommit
 * (consensus-engine.md 5.4).
 */
function followPrevote(draft: StepDraft, voteRound: number): void {
  const prevotes = prevotesOf(draft.round.votes, voteRound);
  if (prevotes === undefined) return;
  if (prevotes.majority !== undefined) usePolka(draft, prevotes.majority, voteRound);
  moveOn(draft, prevotes, voteRound);
}

function usePolka(draft: StepDraft, polka: BlockId, voteRound: number): void {
  const rs = draft.round;
  const isNewer = rs.lockedRound < voteRound && voteRound <= rs.round;
  if (rs.lockedBlock !== undefined && isNewer && !isBlock(rs.lockedBlock, polka)) unlock(draft);
  if (isNilBlockId(polka) || rs.validRound >= voteRound || voteRound !== rs.round) return;
  if (isBlock(rs.proposalBlock, polka)) setValid(draft, rs.proposalBlock, voteRound);
  else rs.proposalBlock = undefined;
  awaitParts(draft, polka);
  emitEvent(draft, 'valid block');
}

function moveOn(draft: StepDraft, prevotes: VoteSet, voteRound: number): void {
  const rs = draft.round;
  const { height, round, proposal } = rs;
  if (voteRound > round && hasTwoThirdsAny(prevotes)) {
    plan(draft, { enter: 'NewRound', height, round: voteRound });
    return;
  }
  if (voteRound === round && rs.step >= RoundStep.Prevote) {
    const { majority } = prevotes;
    if (majority !== undefined && (isNilBlockId(majority) || isProposalComplete(rs))) {
      plan(draft, { enter: 'Precommit', height, round });
      return;
    }
    if (hasTwoThirdsAny(prevotes)) plan(draft, { enter: 'PrevoteWait', height, round });
    return;
  }
  if (proposal !== undefined && proposal.polRound >= 0 && proposal.polRound === voteRound && isProposalComplete(rs))
    plan(draft, { enter: 'Prevote', height, round });
}

/**
 * Reports whether a precommit may be counted now, as its extension allows. The application is asked about an extension
 * of another validator, and its reply resumes with `addCurrent`; the own one was made here.
 */
function mayCount(draft: StepDraft, from: number, vote: Vote): boolean {
  const { env, state } = draft;
  const { chainId, params, validators } = state.decidedState.chain;
  const { height, blockId, validatorAddress, validatorIndex, extension } = vote;
  if (!voteExtensionsEnabled(params, height)) {
    if (extension === undefined) return true;
    refuse(draft, `received vote with vote extension for height ${height} (extensions disabled) from peer ID ${from}`);
    return false;
  }
  if (!isExtendable(vote) || (env.key !== undefined && equalBytes(validatorAddress, env.key.address))) return true;
  const signer = validators.validators[validatorIndex]?.pubKey;
  if (extension === undefined || signer === undefined || !verifyExtension(env, chainId, signer, vote)) {
    refuse(draft, 'invalid signature of the vote extension');
    return false;
  }
  const request = { hash: blockId.hash, validatorAddress, height, voteExtension: extension.bytes };
  ask(draft, { type: 'verifyVoteExtension', request, from, vote });
  return false;
}

/** Adds a vote of the current height, whose extension has been checked. */
export function addCurrent(draft: StepDraft, from: number, vote: Vote): void {
  const rs = draft.round;
  const { votes, outcome } = addToHeight(rs.votes, vote, from, (added) => isGenuine(draft, added));
  rs.votes = votes;
  if (!wasAdded(draft, vote, outcome)) return;
  if (vote.type === VoteType.Prevote) followPrevote(draft, vote.round);
  else followPrecommit(draft, vote.round);
}

/** Adds a precommit of the height before, which counts until the new height begins: the next block includes it. */
function addLate(draft: StepDraft, vote: Vote): void {
  const rs = draft.round;
  if (rs.step !== RoundStep.NewHeight || rs.lastCommit === undefined) return;
  if (vote.round !== rs.lastCommit.round) return;
  const outcome = addVote(rs.lastCommit, vote, (added) => isGenuine(draft, added));
  if (outcome.type === 'added' || outcome.type === 'conflict')
    rs.lastCommit = sharedVotes(draft.env.caches, outcome.set);
  if (!wasAdded(draft, vote, outcome)) return;
  if (draft.env.timeouts.skipTimeoutCommit && isFull(rs.lastCommit)) plan(draft, { enter: 'NextHeight' });
}

function isGenuine({ env, state, round }: StepDraft, vote: Vote): boolean {
  const { chain } = state.decidedState;
  const { height, type, signature } = vote;
  const signers = height === round.height ? chain.validators : chain.lastValidators;
  const signer = signers?.validators[vote.validatorIndex]?.pubKey;
  if (signer === undefined) return false;
  const isOwn = signature instanceof OwnSignature && signature.isOn(vote, signer);
  if (!isOwn && !verifyVote(env, chain.chainId, signer, vote)) return false;
  const isExtended = type === VoteType.Precommit && voteExtensionsEnabled(chain.params, height) && isExtendable(vote);
  return isExtended ? verifyExtension(env, chain.chainId, signer, vote) : vote.extension === undefined;
}

/** Publishes the outcome of the vote; returns true when the vote counts. */
function wasAdded(draft: StepDraft, vote: Vote, outcome: AddedVote): boolean {
  switch (outcome.type) {
    case 'added':
      if (draft.detailed) noteVote(draft, vote);
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
