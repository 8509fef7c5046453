/** Tests which messages gossip finds missing, and that it does not look at votes that both nodes hold. */
import { expect, test } from 'vitest';
import type { EngineState } from '../../../src/consensus/state.js';
import type { RoundVotes } from '../../../src/consensus/tally/height_votes.js';
import { mapVotes, type VoteSet } from '../../../src/consensus/tally/vote_set.js';
import type { Vote } from '../../../src/consensus/types/vote.js';
import { missingMessages } from '../../../src/simulation/gossip/missing_messages.js';
import { TestNetwork } from '../world_kit.js';

/** Returns the state of a node that has come to a round after others without a decision. */
function stateWithVotes(): EngineState {
  const host = new TestNetwork({ faults: { silent: { type: 'drop', message: 'proposal' } } });
  host.until(() => host.round(0).round === 4);
  return host.network.node(0).engine;
}

/** Returns the state with other vote sets; `change` replaces each of them. */
function withVoteSets(state: EngineState, change: (set: VoteSet) => VoteSet): EngineState {
  const { votes } = state.round;
  const rounds = votes.rounds.map(
    ({ round, prevotes, precommits }): RoundVotes => ({
      round,
      prevotes: change(prevotes),
      precommits: change(precommits),
    }),
  );
  return { ...state, round: { ...state.round, votes: { ...votes, rounds } } };
}

test('votes that both nodes hold are not read', () => {
  let reads = 0;
  const counting = (vote: Vote): Vote =>
    new Proxy(vote, {
      get(target, key, receiver) {
        reads++;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  const from = withVoteSets(stateWithVotes(), (set) => mapVotes(set, counting));
  const to = withVoteSets(from, (set) => ({ ...set }));
  expect(missingMessages(from, to)).toEqual([]);
  expect(reads).toBe(0);
});

test('equal votes of other objects are not missing, and those of empty sets are', () => {
  const state = stateWithVotes();
  const copies = withVoteSets(state, (set) => mapVotes(set, (vote) => ({ ...vote })));
  expect(missingMessages(state, copies)).toEqual([]);
  const rounds = state.round.votes.rounds.map(({ round }) => round);
  const empty = withVoteSets(state, (set) => ({
    ...set,
    standing: set.standing.map((row) => row.map(() => undefined)),
  }));
  const missing = missingMessages(state, empty).flatMap((message) => (message.type === 'vote' ? [message.vote] : []));
  expect(missing.length).toBeGreaterThan(4 * 2 * (rounds.length - 2));
  expect(missing.map(({ round }) => round)).toEqual(missing.map(({ round }) => round).sort((a, b) => a - b));
});
