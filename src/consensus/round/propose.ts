/** Signs and sends a proposal and the parts of its block, and checks whether one is complete. */

import type { RoundState } from '../state.js';
import { type StepDraft, sendToAll } from '../step_draft.js';
import { prevotesOf } from '../tally/height_votes.js';
import type { WholeBlock } from '../types/whole_block.js';
import { signProposal } from './sign.js';

/** Offers `whole` in the current round; a block that has a polka is offered with the polka's round. */
export function propose(draft: StepDraft, whole: WholeBlock): void {
  const { height, round, validRound } = draft.round;
  const proposal = signProposal(draft, whole, validRound);
  if (proposal === undefined) return;
  sendToAll(draft, { type: 'proposal', proposal });
  for (const part of whole.parts.parts) if (part !== undefined) sendToAll(draft, { type: 'part', height, round, part });
}

/**
 * Returns true when a proposal can be voted on (CometBFT `isProposalComplete`): it and its block are here and, for a
 * re-proposal, the polka that justifies it.
 */
export function isProposalComplete(state: RoundState): boolean {
  const { proposal } = state;
  if (proposal === undefined || state.proposalBlock === undefined) return false;
  if (proposal.polRound < 0) return true;
  return prevotesOf(state.votes, proposal.polRound)?.majority !== undefined;
}
