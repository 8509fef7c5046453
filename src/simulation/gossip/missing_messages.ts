/**
 * Computes the messages that one node has and another of the same height lacks. CometBFT's gossip routines would push
 * these; here they come from a comparison of the two states (consensus-engine.md 5.8). Order: proposal, parts, last
 * commit, votes by round, evidence.
 */

import { evidenceHeight, isCommitted } from '../../consensus/decided_state.js';
import { isPending } from '../../consensus/evidence/pool.js';
import type { Message } from '../../consensus/message.js';
import { Step } from '../../consensus/round_step.js';
import type { EngineState, RoundState } from '../../consensus/state.js';
import { voteSetOf } from '../../consensus/tally/height_votes.js';
import { findVote, type VoteSet, voteAt, votesOf } from '../../consensus/tally/vote_set.js';
import { equalBlockIds, equalPartSetHeaders, type PartSetHeader } from '../../consensus/types/block_id.js';
import { isComplete, type PartSet } from '../../consensus/types/part_set.js';
import { type Vote, VoteType } from '../../consensus/types/vote.js';

export function missingMessages(from: EngineState, to: EngineState): readonly Message[] {
  return [
    ...missingProposal(from.round, to.round),
    ...missingParts(from.round, to.round),
    ...missingLastCommit(from.round, to.round),
    ...missingVotes(from.round, to.round),
    ...missingEvidence(from, to),
  ];
}

function missingProposal(from: RoundState, to: RoundState): readonly Message[] {
  if (from.proposal === undefined || from.round !== to.round || to.proposal !== undefined) return [];
  return to.step < Step.Commit ? [{ type: 'proposal', proposal: from.proposal }] : [];
}

/** Returns missing parts of the block that the receiver collects, or will collect once it has the proposal. */
function missingParts(from: RoundState, to: RoundState): readonly Message[] {
  const held = to.proposalParts;
  if (held !== undefined && isComplete(held)) return [];
  const wanted = held?.header ?? (from.round === to.round ? from.proposal?.blockId.parts : undefined);
  const source = wanted === undefined ? undefined : partsFor(from, wanted);
  if (source === undefined) return [];
  const { height, round } = to;
  return source.parts.flatMap((part, index) =>
    part !== undefined && held?.parts[index] === undefined ? [{ type: 'part', height, round, part } as const] : [],
  );
}

const partsFor = (from: RoundState, header: PartSetHeader): PartSet | undefined =>
  [from.proposalParts, from.validBlock?.parts, from.lockedBlock?.parts].find(
    (parts) => parts !== undefined && equalPartSetHeaders(parts.header, header),
  );

function missingLastCommit(from: RoundState, to: RoundState): readonly Message[] {
  if (to.step !== Step.NewHeight || from.lastCommit === undefined || to.lastCommit === undefined) return [];
  return from.lastCommit.round === to.lastCommit.round ? votesFor(from.lastCommit, to.lastCommit) : [];
}

/**
 * Returns missing votes of all rounds up to the receiver's, and of the sender's round when that is later. These suffice
 * to follow, or to skip ahead.
 */
function missingVotes(from: RoundState, to: RoundState): readonly Message[] {
  return from.votes.rounds.flatMap(({ round }) => {
    if (round > to.round && round !== from.round) return [];
    return [VoteType.Prevote, VoteType.Precommit].flatMap((type) => {
      const source = voteSetOf(from.votes, round, type);
      return source === undefined || source.power === 0n ? [] : votesFor(source, voteSetOf(to.votes, round, type));
    });
  });
}

/**
 * Returns the votes that `held` lacks. A vote that conflicts with one in `held` is included only if it is for the
 * majority, after a message that claims the majority.
 */
function votesFor(source: VoteSet, held: VoteSet | undefined): readonly Message[] {
  const messages: Message[] = [];
  let claims = false;
  votesOf(source).forEach((vote, index) => {
    if (vote === undefined || (held !== undefined && findVote(held, index, vote.blockId) !== undefined)) return;
    const contradicts = held !== undefined && voteAt(held, index) !== undefined;
    if (contradicts && !isForMajority(source, vote)) return;
    claims ||= contradicts;
    messages.push({ type: 'vote', vote });
  });
  return claims && source.majority !== undefined ? [claimOf(source, source.majority), ...messages] : messages;
}

const isForMajority = ({ majority }: VoteSet, vote: Vote): boolean =>
  majority !== undefined && equalBlockIds(majority, vote.blockId);

const claimOf = ({ height, round, type: voteType }: VoteSet, blockId: Vote['blockId']): Message => ({
  type: 'majority',
  height,
  round,
  voteType,
  blockId,
});

function missingEvidence(from: EngineState, to: EngineState): readonly Message[] {
  return from.pool.pending.flatMap((evidence) => {
    if (evidenceHeight(evidence) >= to.round.height) return [];
    return isPending(to.pool, evidence) || isCommitted(to.decidedState, evidence)
      ? []
      : [{ type: 'evidence', evidence } as const];
  });
}
