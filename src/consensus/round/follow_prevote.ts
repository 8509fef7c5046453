/**
 * Plans the transitions that a new prevote allows: unlocking, a valid value, a skipped round, the precommit
 * (consensus-engine.md 5.4).
 */

import { Step } from '../round_step.js';
import { emitEvent, plan, type StepDraft } from '../step_draft.js';
import { prevotesOf } from '../tally/height_votes.js';
import { hasTwoThirdsAny, type VoteSet } from '../tally/vote_set.js';
import { type BlockId, isNilBlockId } from '../types/block_id.js';
import { awaitParts, isBlock, setValid, unlock } from './lock.js';
import { isProposalComplete } from './proposal_complete.js';

export function followPrevote(draft: StepDraft, voteRound: number): void {
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
  if (voteRound === round && rs.step >= Step.Prevote) {
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
