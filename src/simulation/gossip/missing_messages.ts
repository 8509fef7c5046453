/**
 * Computes the messages that one node has and another of the same height lacks. CometBFT's gossip routines would push
 * these; here they come from a comparison of the two states (consensus-engine.md 5.8). Order: proposal, parts, last
 * commit, votes by round, evidence.
 */
import { evidenceHeight, isCommitted } from '../../consensus/decided_state.js';
import { isPending } from '../../consensus/evidence/pool.js';
import type { Message } from '../../consensus/input.js';
import { RoundStep } from '../../consensus/round_step.js';
import type { EngineState, RoundState } from '../../consensus/state.js';
import { votesOfRound } from '../../consensus/tally/height_votes.js';
import { findVote, forEachOtherVote, type VoteSet, voteAt } from '../../consensus/tally/vote_set.js';
import { equalBlockIds, equalPartSetHeaders, type PartSetHeader } from '../../consensus/types/block_id.js';
import { isComplete, type PartSet } from '../../consensus/types/part_set.js';
import type { Vote } from '../../consensus/types/vote.js';

export function missingMessages(from: EngineState, to: EngineState): readonly Message[] {
  const messages: Message[] = [...missingProposal(from.round, to.round), ...missingParts(from.round, to.round)];
  addMissingLastCommit(messages, from.round, to.round);
  addMissingVotes(messages, from.round, to.round);
  for (const message of missingEvidence(from, to)) messages.push(message);
  return messages;
}

function missingProposal(from: RoundState, to: RoundState): readonly Message[] {
  if (from.proposal === undefined || from.round !== to.round || to.proposal !== undefined) return [];
  return to.step < RoundStep.Commit ? [{ type: 'proposal', proposal: from.proposal }] : [];
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

function addMissingLastCommit(messages: Message[], from: RoundState, to: RoundState): void {
  if (to.step !== RoundStep.NewHeight || from.lastCommit === undefined || to.lastCommit === undefined) return;
  if (from.lastCommit.round === to.lastCommit.round) addVotes(messages, from.lastCommit, to.lastCommit);
}

/**
 * Adds missing votes of all rounds up to the receiver's, and of the sender's round when that is later. These suffice
 * to follow, or to skip ahead.
 */
function addMissingVotes(messages: Message[], from: RoundState, to: RoundState): void {
  for (const { round, prevotes, precommits } of from.votes.rounds) {
    if (round > to.round && round !== from.round) continue;
    const held = votesOfRound(to.votes, round);
    addVotes(messages, prevotes, held?.prevotes);
    addVotes(messages, precommits, held?.precommits);
  }
}

/**
 * Adds the votes that `held` lacks. A vote that conflicts with one in `held` is included only if it is for the
 * majority, after a message that claims the majority.
 */
function addVotes(messages: Message[], source: VoteSet, held: VoteSet | undefined): void {
  if (source === held || source.power === 0n) return;
  const first = messages.length;
  let claims = false;
  forEachOtherVote(source, held, (vote, index) => {
    if (held !== undefined && findVote(held, index, vote.blockId) !== undefined) return;
    const contradicts = held !== undefined && voteAt(held, index) !== undefined;
    if (contradicts && !isForMajority(source, vote)) return;
    claims ||= contradicts;
    messages.push({ type: 'vote', vote });
  });
  if (claims && source.majority !== undefined) messages.splice(first, 0, claimOf(source, source.majority));
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
