/**
 * Enters Commit on precommits of more than two thirds for a block: line 49 of the paper. The block itself may still be
 * missing.
 */
import { InvariantViolation } from '../../kernel/errors.js';
import { Step } from '../round_step.js';
import { emitEvent, plan, type StepDraft } from '../step_draft.js';
import { precommitsOf } from '../tally/height_votes.js';
import { awaitParts, collects, isBlock } from './lock.js';
import { takeStep } from './place.js';

/** Enters Commit. `commitRound` is the round that decided; the current round does not change. */
export function enterCommit(draft: StepDraft, height: bigint, commitRound: number): void {
  const rs = draft.round;
  if (height !== rs.height || rs.step >= Step.Commit) return;
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
  takeStep(draft, rs.round, Step.Commit);
  plan(draft, { enter: 'Finalize' });
}
