/** Decides when a proposal can be voted on: CometBFT `isProposalComplete`. */
import type { RoundState } from '../state.js';
import { prevotesOf } from '../tally/height_votes.js';

/** Reports whether the proposal and its block are here and, for a re-proposal, the polka that justifies it. */
export function isProposalComplete(state: RoundState): boolean {
  const { proposal } = state;
  if (proposal === undefined || state.proposalBlock === undefined) return false;
  if (proposal.polRound < 0) return true;
  return prevotesOf(state.votes, proposal.polRound)?.majority !== undefined;
}
