/**
 * Enters Prevote: lines 22–33 of the paper, with CometBFT's lock rule: a locked validator prevotes its lock. Under PBTS,
 * a new block must also be timely.
 */
import { formatTime } from '../../kernel/time.js';
import { RoundStep } from '../round_step.js';
import { ask, refuse, type StepDraft } from '../step_draft.js';
import { NIL_BLOCK_ID } from '../types/block_id.js';
import { isTimely, pbtsEnabled } from '../types/pbts.js';
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
  const { feature } = draft.state.decidedState.chain.params;
  const problem = feature && pbtsEnabled(feature, height) ? timeProblem(draft, proposalBlock) : undefined;
  if (problem !== undefined) {
    refuse(draft, problem);
    prevote(draft, undefined);
    return;
  }
  ask(draft, { type: 'processProposal', request: proposedBlock(draft, proposalBlock).process });
}

/** Returns why PBTS forbids a prevote for the proposed block; undefined when it does not (CometBFT 1.0 defaultDoPrevote). */
function timeProblem({ round, state }: StepDraft, { block }: WholeBlock): string | undefined {
  const { proposal, proposalReceiveTime } = round;
  const time = formatTime(block.header.time);
  if (proposal === undefined || proposalReceiveTime === undefined) return `no proposal has the block of ${time}`;
  if (proposal.timestamp !== block.header.time)
    return `proposal has the time ${formatTime(proposal.timestamp)}, its block ${time}`;
  if (proposal.polRound >= 0 || isTimely(proposal, proposalReceiveTime, state.decidedState.chain.params.synchrony))
    return undefined;
  return `proposal of ${time} is not timely: it arrived at ${formatTime(proposalReceiveTime)}`;
}

/** Casts the prevote and completes the step; undefined means nil. */
export function prevote(draft: StepDraft, block: WholeBlock | undefined): void {
  castVote(draft, VoteType.Prevote, block?.id ?? NIL_BLOCK_ID);
  takeStep(draft, draft.round.round, RoundStep.Prevote);
}
