/** The precommit step: lines 36–46 of the paper. What the round's prevotes decided is locked, or the lock is given up. */
import { InvariantViolation } from '../../kernel/errors.js';
import { prevotesOf } from '../tally/height_votes.js';
import { notePlain, type Turn } from '../turn.js';
import { type BlockId, isNilBlockId, NIL_BLOCK_ID } from '../types/block_id.js';
import { VoteType } from '../types/vote.js';
import { blockProblem } from './block_problem.js';
import { awaitParts, collects, isBlock, lock, relock, unlock } from './lock.js';
import { isAhead, takeStep } from './place.js';
import { castVote } from './sign.js';
import { Step } from './step.js';

export function enterPrecommit(turn: Turn, height: bigint, round: number): void {
  if (!isAhead(turn.round, height, round, Step.Precommit)) return;
  turn.round.round = round;
  const polka = prevotesOf(turn.round.votes, round)?.majority;
  castVote(turn, VoteType.Precommit, polka === undefined ? NIL_BLOCK_ID : followPolka(turn, polka, round));
  takeStep(turn, round, Step.Precommit);
}

/** What to precommit after a polka; moves the lock. */
function followPolka(turn: Turn, polka: BlockId, round: number): BlockId {
  notePlain(turn, 'polka');
  const { lockedBlock, proposalBlock } = turn.round;
  if (isNilBlockId(polka)) {
    if (lockedBlock !== undefined) unlock(turn);
    return NIL_BLOCK_ID;
  }
  if (isBlock(lockedBlock, polka)) {
    relock(turn, round);
    return polka;
  }
  if (isBlock(proposalBlock, polka)) {
    const problem = blockProblem(turn, proposalBlock);
    if (problem !== undefined)
      throw new InvariantViolation(`more than two thirds prevoted for an invalid block: ${problem}`);
    lock(turn, proposalBlock, round);
    return polka;
  }
  giveUpFor(turn, polka);
  return NIL_BLOCK_ID;
}

/** A polka for a block that is not here: nothing can be precommitted, but its parts are wanted. */
function giveUpFor(turn: Turn, polka: BlockId): void {
  if (!collects(turn.round, polka)) turn.round.proposalBlock = undefined;
  awaitParts(turn, polka);
  unlock(turn);
}
