/**
 * Enters a round: StartRound(round), line 11 of the paper's algorithm. The round begins on time, or the node skips
 * ahead to the others' round.
 */

import { Step } from '../round_step.js';
import { emit, plan, type StepDraft } from '../step_draft.js';
import { trackUpTo } from '../tally/height_votes.js';
import { incrementProposerPriority, proposer } from '../types/validator_set.js';
import { forgetLock } from './lock.js';
import { schedule } from './timer.js';
import { waitsForTransactions } from './wait_for_transactions.js';

/** Does nothing unless the round is later, or is the current one and the height has not begun. */
export function enterNewRound(draft: StepDraft, height: bigint, round: number): void {
  const rs = draft.round;
  if (height !== rs.height || round < rs.round) return;
  if (round === rs.round && rs.step !== Step.NewHeight) return;
  if (round > rs.round) {
    rs.validators = incrementProposerPriority(rs.validators, round - rs.round);
    if (draft.env.misbehavior?.forgetsLock === true) forgetLock(draft);
  }
  rs.round = round;
  rs.step = Step.NewRound;
  if (round > 0) {
    // The proposal of round 0 may have arrived already, while the last height was waiting for late votes.
    rs.proposal = undefined;
    rs.proposalBlock = undefined;
    rs.proposalParts = undefined;
  }
  rs.votes = trackUpTo(rs.votes, round + 1);
  rs.triggeredPrecommitWait = false;
  noteNewRound(draft);
  if (!waitsForTransactions(draft)) plan(draft, { enter: 'Propose', height, round });
  else if (draft.env.emptyBlocks.interval > 0n)
    schedule(draft, height, round, Step.NewRound, draft.env.emptyBlocks.interval);
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
