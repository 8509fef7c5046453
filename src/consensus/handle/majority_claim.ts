/**
 * Handles a peer's claim of a majority (CometBFT SetPeerMaj23): conflicting votes for that block count from then on.
 */
import type { Message } from '../message.js';
import type { StepDraft } from '../step_draft.js';
import { replaceVoteSet, voteSetOf } from '../tally/height_votes.js';
import { claimMajority } from '../tally/vote_set.js';

export function handleMajorityClaim(draft: StepDraft, claim: Extract<Message, { type: 'majority' }>): void {
  const rs = draft.round;
  if (claim.height !== rs.height) return;
  const set = voteSetOf(rs.votes, claim.round, claim.voteType);
  if (set !== undefined) rs.votes = replaceVoteSet(rs.votes, claimMajority(set, claim.blockId));
}
