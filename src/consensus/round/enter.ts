/**
 * Enters the steps of a round, in the order of the paper. Propose and Prevote have files of their own, and so have the
 * lock and the end of a height.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { sharedTracking } from '../caches.js';
import { RoundStep } from '../round_step.js';
import { ask, emit, emitEvent, plan, type StepDraft } from '../step_draft.js';
import { precommitsOf, prevotesOf } from '../tally/height_votes.js';
import type { Transition } from '../transition.js';
import { type BlockId, isNilBlockId, NIL_BLOCK_ID } from '../types/block_id.js';
import { voteExtensionsEnabled } from '../types/params.js';
import { incrementProposerPriority, proposer } from '../types/validator_set.js';
import { VoteType } from '../types/vote.js';
import { blockProblem } from './block_problem.js';
import { enterPrevote } from './enter_prevote.js';
import { enterPropose, waitsForTransactions } from './enter_propose.js';
import { finalize } from './finalize.js';
import { awaitParts, collects, forgetLock, isBlock, lock, relock, unlock } from './lock.js';
import { isAhead, takeStep } from './place.js';
import { proposedBlock } from './proposed_block.js';
import { castVote, maySign } from './sign.js';
import { schedule, stepDuration } from './timer.js';

/** Enters the step of a planned transition. */
export function enter(draft: StepDraft, transition: Transition): void {
  switch (transition.enter) {
    case 'NewRound':
      enterNewRound(draft, transition.height, transition.round);
      return;
    case 'Propose':
      enterPropose(draft, transition.height, transition.round);
      return;
    case 'Prevote':
      enterPrevote(draft, transition.height, transition.round);
      return;
    case 'PrevoteWait':
      enterPrevoteWait(draft, transition.height, transition.round);
      return;
    case 'Precommit':
      enterPrecommit(draft, transition.height, transition.round);
      return;
    case 'PrecommitWait':
      enterPrecommitWait(draft, transition.height, transition.round);
      return;
    case 'Commit':
      enterCommit(draft, transition.height, transition.round);
      return;
    case 'Finalize':
      finalize(draft);
      return;
    case 'NextHeight':
      enterNewRound(draft, draft.round.height, 0);
      return;
  }
}

/**
 * Enters a round: StartRound(round), line 11 of the paper's algorithm. The round begins on time, or the node skips
 * ahead to the others' round. Does nothing unless the round is later, or is the current one and the height has not
 * begun.
 */
function enterNewRound(draft: StepDraft, height: bigint, round: number): void {
  const rs = draft.round;
  if (height !== rs.height || round < rs.round) return;
  if (round === rs.round && rs.step !== RoundStep.NewHeight) return;
  if (round > rs.round) {
    rs.validators = incrementProposerPriority(rs.validators, round - rs.round);
    if (draft.env.misbehavior?.forgetsLock === true) forgetLock(draft);
  }
  rs.round = round;
  rs.step = RoundStep.NewRound;
  if (round > 0) {
    // The proposal of round 0 may have arrived already, while the last height was waiting for late votes.
    rs.proposal = undefined;
    rs.proposalReceiveTime = undefined;
    rs.proposalBlock = undefined;
    rs.proposalParts = undefined;
  }
  rs.votes = sharedTracking(draft.env.caches, rs.votes, round + 1);
  rs.triggeredPrecommitWait = false;
  noteNewRound(draft);
  if (!waitsForTransactions(draft)) plan(draft, { enter: 'Propose', height, round });
  else if (draft.env.emptyBlocks.interval > 0n)
    schedule(draft, height, round, RoundStep.NewRound, draft.env.emptyBlocks.interval);
}

function noteNewRound(draft: StepDraft): void {
  const { height, round, step, validators } = draft.round;
  const { address } = proposer(validators);
  const { proposerIndex } = validators;
  emit(draft, {
    type: 'note',
    note: { type: 'newRound', node: draft.env.node, height, round, step, proposer: address, proposerIndex },
  });
}

/** Waits after prevotes of more than two thirds without a majority: line 34 of the paper. */
function enterPrevoteWait(draft: StepDraft, height: bigint, round: number): void {
  if (!isAhead(draft.round, height, round, RoundStep.PrevoteWait)) return;
  schedule(draft, height, round, RoundStep.PrevoteWait, stepDuration(draft.env.timeouts, RoundStep.PrevoteWait, round));
  takeStep(draft, round, RoundStep.PrevoteWait);
}

/**
 * Enters Precommit: lines 36–46 of the paper. The validator locks the block that the round's prevotes chose, or
 * unlocks.
 */
function enterPrecommit(draft: StepDraft, height: bigint, round: number): void {
  if (!isAhead(draft.round, height, round, RoundStep.Precommit)) return;
  draft.round.round = round;
  const polka = prevotesOf(draft.round.votes, round)?.majority;
  const blockId = polka === undefined ? NIL_BLOCK_ID : followPolka(draft, polka, round);
  const { lockedBlock } = draft.round;
  const { params } = draft.state.decidedState.chain;
  if (voteExtensionsEnabled(params, height) && isBlock(lockedBlock, blockId) && maySign(draft, VoteType.Precommit)) {
    const request = { ...proposedBlock(draft, lockedBlock).process, validatorAddress: draft.env.key?.address };
    ask(draft, { type: 'extendVote', request, blockId });
  } else precommit(draft, blockId);
}

/** Casts the precommit, with the application's extension where votes have one, and completes the step. */
export function precommit(draft: StepDraft, blockId: BlockId, extension?: Bytes): void {
  castVote(draft, VoteType.Precommit, blockId, extension);
  takeStep(draft, draft.round.round, RoundStep.Precommit);
}

/** Moves the lock after a polka, and returns the block to precommit. */
function followPolka(draft: StepDraft, polka: BlockId, round: number): BlockId {
  emitEvent(draft, 'polka');
  const { lockedBlock, proposalBlock } = draft.round;
  if (isNilBlockId(polka)) {
    if (lockedBlock !== undefined) unlock(draft);
    return NIL_BLOCK_ID;
  }
  if (isBlock(lockedBlock, polka)) {
    relock(draft, round);
    return polka;
  }
  if (isBlock(proposalBlock, polka)) {
    const problem = blockProblem(draft, proposalBlock);
    if (problem !== undefined)
      throw new InvariantViolation(`more than two thirds prevoted for an invalid block: ${problem}`);
    lock(draft, proposalBlock, round);
    return polka;
  }
  giveUpFor(draft, polka);
  return NIL_BLOCK_ID;
}

/** Handles a polka for a block that is missing: nothing can be precommitted, but the parts are collected. */
function giveUpFor(draft: StepDraft, polka: BlockId): void {
  if (!collects(draft.round, polka)) draft.round.proposalBlock = undefined;
  awaitParts(draft, polka);
  unlock(draft);
}

/**
 * Waits after precommits of more than two thirds that agree on no block: line 47 of the paper. The step itself does not
 * change.
 */
function enterPrecommitWait(draft: StepDraft, height: bigint, round: number): void {
  const rs = draft.round;
  if (height !== rs.height || round < rs.round || (round === rs.round && rs.triggeredPrecommitWait)) return;
  schedule(
    draft,
    height,
    round,
    RoundStep.PrecommitWait,
    stepDuration(draft.env.timeouts, RoundStep.PrecommitWait, round),
  );
  rs.triggeredPrecommitWait = true;
  emitEvent(draft, 'step');
}

/**
 * Enters Commit on precommits of more than two thirds for a block: line 49 of the paper. The block itself may still be
 * missing. `commitRound` is the round that decided; the current round does not change.
 */
function enterCommit(draft: StepDraft, height: bigint, commitRound: number): void {
  const rs = draft.round;
  if (height !== rs.height || rs.step >= RoundStep.Commit) return;
  const decision = precommitsOf(rs.votes, commitRound)?.majority;
  if (decision === undefined) throw new InvariantViolation(`commit of ${height}/${commitRound} without a majority`);
  if (isBlock(rs.lockedBlock, decision)) {
    rs.proposalBlock = rs.lockedBlock;
    rs.proposalParts = rs.lockedBlock.parts;
  } else if (!isBlock(rs.proposalBlock, decision) && !collects(rs, decision)) {
    rs.proposalBlock = undefined;
    awaitParts(draft, decision);
    emitEvent(draft, 'valid block');
  }
  rs.commitRound = commitRound;
  rs.commitTime = draft.now;
  takeStep(draft, rs.round, RoundStep.Commit);
  plan(draft, { enter: 'Finalize' });
}
