/** The prevote step: lines 22–33 of the paper, with CometBFT's lock rule: who is locked prevotes the lock. */

import { ask, type Turn } from '../turn.js';
import { NIL_BLOCK_ID } from '../types/block_id.js';
import { VoteType } from '../types/vote.js';
import type { WholeBlock } from '../types/whole_block.js';
import { blockProblem } from './block_problem.js';
import { isAhead, takeStep } from './place.js';
import { proposedBlock } from './proposed_block.js';
import { castVote } from './sign.js';
import { Step } from './step.js';

export function enterPrevote(turn: Turn, height: bigint, round: number): void {
  if (!isAhead(turn.round, height, round, Step.Prevote)) return;
  turn.round.round = round;
  const { lockedBlock, proposalBlock } = turn.round;
  if (lockedBlock !== undefined) {
    prevote(turn, lockedBlock);
    return;
  }
  if (proposalBlock === undefined || blockProblem(turn, proposalBlock) !== undefined) {
    prevote(turn, undefined);
    return;
  }
  ask(turn, { type: 'processProposal', request: proposedBlock(turn, proposalBlock).process });
}

/** The rest of the step, once it is known what to vote for; undefined is nil. */
export function prevote(turn: Turn, block: WholeBlock | undefined): void {
  castVote(turn, VoteType.Prevote, block?.id ?? NIL_BLOCK_ID);
  takeStep(turn, turn.round.round, Step.Prevote);
}
