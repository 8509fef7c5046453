/** Enters Prevote: lines 22–33 of the paper, with CometBFT's lock rule: a locked validator prevotes its lock. */
import { RoundStep } from '../round_step.js';
import { ask, type StepDraft } from '../step_draft.js';
import { NIL_BLOCK_ID } from '../types/block_id.js';
import { VoteType } from '../types/vote.js';
import type { WholeBlock } from '../types/whole_block.js';
import { blockProblem } from './block_problem.js';
import { isAhead, takeStep } from './place.js';
import { proposedBlock } from './proposed_block.js';
import { castVote } from './sign.js';

export function enterPrevote(draft: StepDraft, height: bigint, round: number): void {
  if (!isAhead(draft.round, height, round, RoundStep.Prevote)) return;
  draft.round.round = round;
  const { lockedBlock, proposalBlock } = draft.round;
  if (lockedBlock !== undefined) {
    prevote(draft, lockedBlock);
    return;
  }
  if (proposalBlock === undefined || blockProblem(draft, proposalBlock) !== undefined) {
    prevote(draft, undefined);
    return;
  }
  ask(draft, { type: 'processProposal', request: proposedBlock(draft, proposalBlock).process });
}

/** Casts the prevote and completes the step; undefined means nil. */
export function prevote(draft: StepDraft, block: WholeBlock | undefined): void {
  castVote(draft, VoteType.Prevote, block?.id ?? NIL_BLOCK_ID);
  takeStep(draft, draft.round.round, RoundStep.Prevote);
}
