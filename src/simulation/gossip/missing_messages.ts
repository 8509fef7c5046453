/**
 * What one node holds that another of the same height lacks: what CometBFT's gossip routines would push, found by
 * comparing the two states (consensus-engine.md 5.8). Order: proposal, parts, last commit, votes by round, evidence.
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

/** Of the block that the other one collects, or will collect once it has the proposal. */
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

/** Of all rounds up to the other's, and of the own round when that is later: enough to follow, or to skip ahead. */
function missingVotes(from: RoundState, to: RoundState): readonly Message[] {
  return from.votes.rounds.flatMap(({ round }) => {
    if (round > to.round && round !== from.round) return [];
    return [VoteType.Prevote, VoteType.Precommit].flatMap((type) => {
      const source = voteSetOf(from.votes, round, type);
      return source === undefined || source.power === 0n ? [] : votesFor(source, voteSetOf(to.votes, round, type));
    });
  });
}

/** A vote that contradicts one that the other holds is shown only for the sake of a majority, behind the claim of it. */
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
