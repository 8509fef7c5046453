/** What a new prevote leads to: unlocking, a valid value, a skipped round, the precommit (consensus-engine.md 5.4). */
import { prevotesOf } from '../tally/height_votes.js';
import { hasTwoThirdsAny, type VoteSet } from '../tally/vote_set.js';
import { notePlain, plan, type Turn } from '../turn.js';
import { type BlockId, isNilBlockId } from '../types/block_id.js';
import { awaitParts, isBlock, setValid, unlock } from './lock.js';
import { isProposalComplete } from './proposal_complete.js';
import { Step } from './step.js';

export function followPrevote(turn: Turn, voteRound: number): void {
  const prevotes = prevotesOf(turn.round.votes, voteRound);
  if (prevotes === undefined) return;
  if (prevotes.majority !== undefined) usePolka(turn, prevotes.majority, voteRound);
  moveOn(turn, prevotes, voteRound);
}

function usePolka(turn: Turn, polka: BlockId, voteRound: number): void {
  const rs = turn.round;
  const isNewer = rs.lockedRound < voteRound && voteRound <= rs.round;
  if (rs.lockedBlock !== undefined && isNewer && !isBlock(rs.lockedBlock, polka)) unlock(turn);
  if (isNilBlockId(polka) || rs.validRound >= voteRound || voteRound !== rs.round) return;
  if (isBlock(rs.proposalBlock, polka)) setValid(turn, rs.proposalBlock, voteRound);
  else rs.proposalBlock = undefined;
  awaitParts(turn, polka);
  notePlain(turn, 'valid block');
}

function moveOn(turn: Turn, prevotes: VoteSet, voteRound: number): void {
  const rs = turn.round;
  const { height, round, proposal } = rs;
  if (voteRound > round && hasTwoThirdsAny(prevotes)) {
    plan(turn, { enter: 'NewRound', height, round: voteRound });
    return;
  }
  if (voteRound === round && rs.step >= Step.Prevote) {
    const { majority } = prevotes;
    if (majority !== undefined && (isNilBlockId(majority) || isProposalComplete(rs))) {
      plan(turn, { enter: 'Precommit', height, round });
      return;
    }
    if (hasTwoThirdsAny(prevotes)) plan(turn, { enter: 'PrevoteWait', height, round });
    return;
  }
  if (proposal !== undefined && proposal.polRound >= 0 && proposal.polRound === voteRound && isProposalComplete(rs))
    plan(turn, { enter: 'Prevote', height, round });
}
