import { describe, expect, test } from 'vitest';
import {
  addToHeight,
  type HeightVotes,
  newHeightVotes,
  prevotesOf,
  trackUpTo,
  votesOfRound,
} from '../../../src/consensus/tally/height_votes.js';
import { anEnv, aVote, fourValidators } from '../chain_kit.js';

const { chain, keys } = fourValidators();
const env = anEnv(0, keys[0]);
const voteOfRound = (round: number) => aVote(env, chain.validators, keys[1] as (typeof keys)[number], { round });

function add(votes: HeightVotes, round: number, peer: number) {
  return addToHeight(votes, voteOfRound(round), peer, () => true);
}

describe('the votes of a height', () => {
  const start = newHeightVotes(1n, chain.validators);

  test('are tracked up to the round after the current one', () => {
    const votes = trackUpTo(start, 3);
    expect(votes.rounds.map(({ round }) => round)).toEqual([0, 1, 2, 3]);
    expect(votesOfRound(votes, 4)).toBeUndefined();
  });

  test('open at most two later rounds for each peer', () => {
    const first = add(start, 7, 2);
    const second = add(first.votes, 5, 2);
    expect(second.votes.rounds.map(({ round }) => round)).toEqual([0, 5, 7]);
    expect(prevotesOf(second.votes, 7)?.power).toBe(10n);
    expect(add(second.votes, 9, 2).outcome.type).toBe('refused');
    expect(add(second.votes, 9, 3).outcome.type).toBe('added');
  });

  test('retain an opened round when the current round reaches it', () => {
    const votes = trackUpTo(add(start, 2, 1).votes, 3);
    expect(votes.rounds.map(({ round }) => round)).toEqual([0, 1, 2, 3]);
    expect(prevotesOf(votes, 2)?.power).toBe(10n);
  });
});
