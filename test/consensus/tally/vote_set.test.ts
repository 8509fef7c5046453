import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addVote,
  claimMajority,
  findVote,
  hasTwoThirdsAny,
  haveSameVotes,
  isFull,
  newVoteSet,
  type VoteSet,
  voteAt,
  votesOf,
} from '../../../src/consensus/tally/vote_set.js';
import { type BlockId, blockIdKey, NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { newValidatorSet, type ValidatorSet } from '../../../src/consensus/types/validator_set.js';
import { type Vote, VoteType } from '../../../src/consensus/types/vote.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { VoteSetModel } from './reference_vote_set.js';

const aBlockId = (name: string): BlockId => ({
  hash: sha256(utf8(name)),
  parts: { total: 1, hash: sha256(utf8(name)) },
});
const A = aBlockId('A');
const B = aBlockId('B');
const BLOCK_IDS = [NIL_BLOCK_ID, A, B];

function aSet(powers: readonly bigint[]): ValidatorSet {
  const members = powers.map((power, i) => ({
    pubKey: { type: 'ed25519', bytes: sha256(utf8(`${i}`)) } as const,
    power,
  }));
  return newValidatorSet(members);
}

/** Makes a prevote; each `salt` gives another signature. */
function aVote(set: ValidatorSet, validatorIndex: number, blockId: BlockId, salt = 0): Vote {
  const validatorAddress = set.validators[validatorIndex]?.address ?? new Uint8Array(20);
  const bytes = sha256(utf8(`${validatorIndex} ${blockIdKey(blockId)} ${salt}`));
  const facts = { type: VoteType.Prevote, height: 5n, round: 1, timestamp: 0n, validatorAddress, validatorIndex };
  return { ...facts, blockId, signature: { bytes } };
}

const empty = (set: ValidatorSet): VoteSet => newVoteSet(5n, 1, VoteType.Prevote, set);
const genuine = () => true;

function add(set: VoteSet, vote: Vote): VoteSet {
  const outcome = addVote(set, vote, genuine);
  if (outcome.type !== 'added') throw new Error(`vote was not added: ${outcome.type}`);
  return outcome.set;
}

describe('a vote set', () => {
  const set = aSet([10n, 10n, 10n, 10n]);
  const votes = (...indexes: number[]) => indexes.map((index) => aVote(set, index, A));

  test('has a majority with more than two thirds of the power, not with two thirds', () => {
    const three = aSet([10n, 10n, 10n]);
    const two = [0, 1].map((index) => aVote(three, index, A)).reduce(add, empty(three));
    expect(two.majority).toBeUndefined();
    expect(hasTwoThirdsAny(two)).toBe(false);
    expect(add(two, aVote(three, 2, A)).majority).toBe(A);
  });

  test('counts votes for any block separately from votes for one block', () => {
    const mixed = [aVote(set, 0, A), aVote(set, 1, NIL_BLOCK_ID), aVote(set, 2, B)].reduce(add, empty(set));
    expect(mixed.majority).toBeUndefined();
    expect(hasTwoThirdsAny(mixed)).toBe(true);
    expect(isFull(mixed)).toBe(false);
    expect(isFull(add(mixed, aVote(set, 3, B)))).toBe(true);
  });

  test('retains the first majority', () => {
    const claimed = claimMajority(votes(0, 1, 2).reduce(add, empty(set)), B);
    const both = [0, 1, 2].map((index) => aVote(set, index, B)).reduce(add, claimed);
    expect(both.majority).toBe(A);
    expect(
      votesOf(both)
        .slice(0, 3)
        .every((vote) => vote?.blockId === A),
    ).toBe(true);
  });

  test('does not count a conflicting vote until a peer claims a majority for its block', () => {
    const before = add(empty(set), aVote(set, 0, NIL_BLOCK_ID));
    const conflicting = aVote(set, 0, A);
    expect(addVote(before, conflicting, genuine).type).toBe('conflict');
    const after = add(claimMajority(before, A), conflicting);
    expect(after.power).toBe(10n);
    expect(findVote(after, 0, A)).toBe(conflicting);
    expect(findVote(after, 0, NIL_BLOCK_ID)).toBe(voteAt(before, 0));
  });

  test('replaces other votes by those for the majority', () => {
    const claimed = claimMajority(add(empty(set), aVote(set, 0, NIL_BLOCK_ID)), A);
    const decided = votes(0, 1, 2).reduce(add, claimed);
    expect(decided.majority).toBe(A);
    expect(voteAt(decided, 0)?.blockId).toBe(A);
  });

  test('refuses a vote of another step, of an unknown validator, with another address, or with a wrong signature', () => {
    const good = aVote(set, 0, A);
    const wrong: Vote[] = [
      { ...good, height: 6n },
      { ...good, round: 0 },
      { ...good, type: VoteType.Precommit },
      { ...good, validatorIndex: 4 },
      { ...good, validatorIndex: 1 },
    ];
    for (const vote of wrong) expect(addVote(empty(set), vote, genuine).type).toBe('refused');
    expect(addVote(empty(set), good, () => false).type).toBe('refused');
  });

  test('refuses the same vote with another signature, and ignores an equal one', () => {
    const held = add(empty(set), aVote(set, 0, A));
    expect(addVote(held, aVote(set, 0, A), genuine).type).toBe('duplicate');
    expect(addVote(held, aVote(set, 0, A, 1), genuine).type).toBe('refused');
  });

  test('differs from another by its votes, their block and claims alone, not by their order', () => {
    const all = votes(0, 1, 2, 3);
    const [forwards, backwards] = [all.reduce(add, empty(set)), all.toReversed().reduce(add, empty(set))];
    expect(haveSameVotes(forwards, backwards)).toBe(true);
    expect(haveSameVotes(forwards, all.slice(0, 3).reduce(add, empty(set)))).toBe(false);
    expect(haveSameVotes(forwards, votes(0, 1, 2, 3).reduce(add, empty(set)))).toBe(false);
    expect(haveSameVotes(forwards, claimMajority(backwards, B))).toBe(false);
    expect(haveSameVotes(forwards, claimMajority(backwards, A))).toBe(false);
    expect(haveSameVotes(forwards, [...all.slice(1), aVote(set, 0, B)].reduce(add, empty(set)))).toBe(false);
  });

  test('does not change when a vote is added to it', () => {
    const before = votes(0, 1).reduce(add, empty(set));
    const copy = structuredClone(before);
    add(before, aVote(set, 2, A));
    claimMajority(before, B);
    expect(before).toEqual(copy);
  });
});

const actions = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ index: fc.nat(5), block: fc.nat(2), salt: fc.constantFrom(0, 0, 0, 1) }) },
    { weight: 1, arbitrary: fc.record({ claim: fc.nat(2) }) },
  ),
  { maxLength: 40 },
);

test('a vote set agrees with its reference model about every vote', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt(1n, 20n), { minLength: 1, maxLength: 6 }), actions, (powers, steps) => {
      const validators = aSet(powers);
      const model = new VoteSetModel(validators);
      let set = empty(validators);
      for (const action of steps) {
        if ('claim' in action) {
          const blockId = BLOCK_IDS[action.claim] as BlockId;
          set = claimMajority(set, blockId);
          model.claim(blockIdKey(blockId));
          continue;
        }
        const { index, block, salt } = action;
        const vote = aVote(validators, index % powers.length, BLOCK_IDS[block] as BlockId, salt);
        const outcome = addVote(set, vote, genuine);
        expect(outcome.type).toBe(model.add(vote));
        if (outcome.type === 'added' || outcome.type === 'conflict') set = outcome.set;
        expect(set.majority === undefined ? undefined : blockIdKey(set.majority)).toBe(model.majority);
        expect(votesOf(set).map((v) => (v === undefined ? undefined : blockIdKey(v.blockId)))).toEqual(
          model.standing(),
        );
        expect(hasTwoThirdsAny(set)).toBe(model.hasTwoThirdsAny());
      }
    }),
    { numRuns: 500 },
  );
});
