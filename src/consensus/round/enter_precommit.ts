/**
 * Enters Precommit: lines 36–46 of the paper. The validator locks the block that the round's prevotes chose, or
 * unlocks.
 */
import { InvariantViolation } from '../../kernel/errors.js';
import { Step } from '../round_step.js';
import { emitEvent, type StepDraft } from '../step_draft.js';
import { prevotesOf } from '../tally/height_votes.js';
import { type BlockId, isNilBlockId, NIL_BLOCK_ID } from '../types/block_id.js';
import { VoteType } from '../types/vote.js';
import { blockProblem } from './block_problem.js';
import { awaitParts, collects, isBlock, lock, relock, unlock } from './lock.js';
import { isAhead, takeStep } from './place.js';
import { castVote } from './sign.js';

export function enterPrecommit(draft: StepDraft, height: bigint, round: number): void {
  if (!isAhead(draft.round, height, round, Step.Precommit)) return;
  draft.round.round = round;
  const polka = prevotesOf(draft.round.votes, round)?.majority;
  castVote(draft, VoteType.Precommit, polka === undefined ? NIL_BLOCK_ID : followPolka(draft, polka, round));
  takeStep(draft, round, Step.Precommit);
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
