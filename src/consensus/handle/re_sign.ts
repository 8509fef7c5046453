/**
 * Replaces the precommits of a decided block by ones with another time (consensus-engine.md 4.2, option b). A chain
 * whose users set the time gives the next block its time this way. Until the next block exists, the commit of the
 * newest block is only a seen commit, so replacing it changes no block. The simulated network replaces it on all nodes
 * in one event.
 */

import type { Caches } from '../caches.js';
import type { StepDraft } from '../step_draft.js';
import { replaceVoteSet, votesOfRound } from '../tally/height_votes.js';
import { mapVotes, type VoteSet } from '../tally/vote_set.js';
import { equalBlockIds } from '../types/block_id.js';
import type { Vote } from '../types/vote.js';

/** Replaces every precommit, of the height before or of this one, that `votes` has in another version. */
export function handleReSign(draft: StepDraft, votes: readonly Vote[]): void {
  const [first] = votes;
  if (first === undefined) return;
  const rs = draft.round;
  const { caches } = draft.env;
  if (rs.lastCommit?.height === first.height) rs.lastCommit = reSigned(caches, rs.lastCommit, first, votes);
  if (rs.height !== first.height) return;
  const held = votesOfRound(rs.votes, first.round)?.precommits;
  if (held !== undefined) rs.votes = replaceVoteSet(rs.votes, reSigned(caches, held, first, votes));
}

function reSigned(caches: Caches, set: VoteSet, { round, type }: Vote, votes: readonly Vote[]): VoteSet {
  if (set.round !== round || set.type !== type) return set;
  if (caches.lastSwap?.set === set && caches.lastSwap.votes === votes) return caches.lastSwap.result;
  const result = mapVotes(set, (held) => votes.find((vote) => isSameVote(held, vote)) ?? held);
  caches.lastSwap = { set, votes, result };
  return result;
}

const isSameVote = (a: Vote, b: Vote): boolean =>
  a.validatorIndex === b.validatorIndex && equalBlockIds(a.blockId, b.blockId);
