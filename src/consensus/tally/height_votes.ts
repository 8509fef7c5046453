/**
 * The votes of all rounds of one height (CometBFT consensus/types/height_vote_set.go). The set tracks rounds up to the
 * one after the current. Each peer may open two later rounds, so that a node that is behind learns of them, and no peer
 * can fill its memory.
 */
import type { ValidatorSet } from '../types/validator_set.js';
import { type Vote, VoteType } from '../types/vote.js';
import { type AddedVote, addVote, newVoteSet, type VoteSet } from './vote_set.js';

/** Most rounds beyond the tracked ones that one peer may open. */
export const MAX_CATCH_UP_ROUNDS = 2;

export interface RoundVotes {
  readonly round: number;
  readonly prevotes: VoteSet;
  readonly precommits: VoteSet;
}

export interface HeightVotes {
  readonly height: bigint;
  readonly validators: ValidatorSet;
  /** Every round up to this one is open. */
  readonly tracked: number;
  /** Open rounds in ascending order. */
  readonly rounds: readonly RoundVotes[];
  readonly opened: readonly { readonly peer: number; readonly round: number }[];
}

export function newHeightVotes(height: bigint, validators: ValidatorSet): HeightVotes {
  return { height, validators, tracked: 0, rounds: [newRoundVotes(height, 0, validators)], opened: [] };
}

function newRoundVotes(height: bigint, round: number, validators: ValidatorSet): RoundVotes {
  return {
    round,
    prevotes: newVoteSet(height, round, VoteType.Prevote, validators),
    precommits: newVoteSet(height, round, VoteType.Precommit, validators),
  };
}

function open({ height, validators, tracked, rounds, opened }: HeightVotes, round: number): HeightVotes {
  const at = rounds.findIndex((entry) => entry.round > round);
  const entry = newRoundVotes(height, round, validators);
  return { height, validators, tracked, rounds: rounds.toSpliced(at < 0 ? rounds.length : at, 0, entry), opened };
}

/** Returns the votes of a round; undefined when the round is not open. */
export function votesOfRound(votes: HeightVotes, round: number): RoundVotes | undefined {
  const direct = votes.rounds[round];
  if (direct?.round === round) return direct;
  return votes.rounds.find((entry) => entry.round === round);
}

// Every vote looks for a set several times, so these two do not call `votesOfRound` for a round that is in its place.
export function prevotesOf(votes: HeightVotes, round: number): VoteSet | undefined {
  const direct = votes.rounds[round];
  return (direct?.round === round ? direct : votesOfRound(votes, round))?.prevotes;
}

export function precommitsOf(votes: HeightVotes, round: number): VoteSet | undefined {
  const direct = votes.rounds[round];
  return (direct?.round === round ? direct : votesOfRound(votes, round))?.precommits;
}

export function voteSetOf(votes: HeightVotes, round: number, type: VoteType): VoteSet | undefined {
  return type === VoteType.Prevote ? prevotesOf(votes, round) : precommitsOf(votes, round);
}

/** Opens every round up to `round`. */
export function trackUpTo(votes: HeightVotes, round: number): HeightVotes {
  let next = votes;
  for (let r = votes.tracked; r <= round; r++) if (votesOfRound(next, r) === undefined) next = open(next, r);
  if (round <= next.tracked) return next;
  const { height, validators, rounds, opened } = next;
  return { height, validators, tracked: round, rounds, opened };
}

/** Returns the votes with `set` instead of the set of the same round and type. */
export function replaceVoteSet(votes: HeightVotes, set: VoteSet): HeightVotes {
  const { height, validators, tracked, rounds, opened } = votes;
  const at = rounds[set.round]?.round === set.round ? set.round : rounds.findIndex(({ round }) => round === set.round);
  const entry = rounds[at];
  if (entry === undefined) return votes;
  const { round, prevotes, precommits } = entry;
  const changed =
    set.type === VoteType.Prevote ? { round, prevotes: set, precommits } : { round, prevotes, precommits: set };
  return { height, validators, tracked, rounds: rounds.with(at, changed), opened };
}

export interface AddedToHeight {
  readonly votes: HeightVotes;
  readonly outcome: AddedVote;
}

export function addToHeight(
  votes: HeightVotes,
  vote: Vote,
  peer: number,
  isGenuine: (vote: Vote) => boolean,
): AddedToHeight {
  let next = votes;
  let set = voteSetOf(votes, vote.round, vote.type);
  if (set === undefined) {
    const mine = votes.opened.filter((entry) => entry.peer === peer).length;
    if (mine >= MAX_CATCH_UP_ROUNDS)
      return { votes, outcome: { type: 'refused', reason: `round ${vote.round} is not wanted` } };
    next = { ...open(votes, vote.round), opened: [...votes.opened, { peer, round: vote.round }] };
    set = voteSetOf(next, vote.round, vote.type) as VoteSet;
  }
  const outcome = addVote(set, vote, isGenuine);
  const changed = outcome.type === 'added' || outcome.type === 'conflict';
  return { votes: changed ? replaceVoteSet(next, outcome.set) : next, outcome };
}
