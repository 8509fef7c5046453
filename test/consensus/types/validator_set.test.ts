/** Tests validator sets: order, hash, quorum, updates and proposer priorities against CometBFT's sequences. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PubKey, ValidatorUpdate } from '../../../src/abci/application.js';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import { takeTurns } from '../../../src/consensus/types/proposer_priority.js';
import {
  addressOf,
  decodeValidatorSet,
  EMPTY_VALIDATOR_SET,
  encodePubKey,
  encodeValidatorSet,
  hasTwoThirds,
  incrementProposerPriority,
  indexOfAddress,
  MAX_TOTAL_VOTING_POWER,
  newValidatorSet,
  proposer,
  updateValidatorSet,
  type ValidatorSet,
  validatorAt,
  validatorsHash,
  validatorUpdatesProblem,
} from '../../../src/consensus/types/validator_set.js';
import { compareBytes } from '../../../src/kernel/bytes.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { fromHex, toHex, toUpperHex } from '../../../src/kernel/hex.js';
import { vector } from '../../vectors/consensus.js';
import * as any from './arbitraries.js';
import { goldenKey } from './golden.js';

interface Step {
  readonly proposer: string;
  readonly priorities_after_selection: readonly (readonly [string, number])[];
}

const golden = (number: number, power: number): ValidatorUpdate => ({
  pubKey: goldenKey(`golden-validator-${number}`).pubKey,
  power: BigInt(power),
});
const goldenSet = (powers: readonly number[]) => newValidatorSet(powers.map((power, i) => golden(i, power)));
const priorities = (set: ValidatorSet) => set.validators.map((v) => Number(v.proposerPriority));

function expectStep(set: ValidatorSet, step: Step): void {
  expect(toHex(proposer(set).address)).toBe(step.proposer);
  expect(set.validators.map((v) => [toHex(v.address), Number(v.proposerPriority)])).toEqual(
    step.priorities_after_selection,
  );
}

describe('keys', () => {
  it('have the addresses of key/address and keys/golden', () => {
    const { input, expected } = vector<{ pubkey: string }, { address: string; pubkey_proto: string }>('key/address');
    const key: PubKey = { type: 'ed25519', bytes: fromHex(input.pubkey) };
    expect(toUpperHex(addressOf(key))).toBe(expected.address);
    expect(toHex(encodePubKey(key))).toBe(expected.pubkey_proto);
    const keys = vector<unknown, { secret_ascii: string; seed: string; pubkey: string; address: string }[]>(
      'keys/golden',
    );
    for (const { secret_ascii: name, seed, pubkey, address } of keys.expected) {
      const made = goldenKey(name);
      expect([toHex(made.seed), toHex(made.pubKey.bytes), toUpperHex(made.address)]).toEqual([seed, pubkey, address]);
    }
  });

  it('are made from a secret as in key/from-secret', () => {
    const { input, expected } = vector<{ secret_ascii: string }, string>('key/from-secret');
    const answer = new ProtoWriter().message(1, encodePubKey(goldenKey(input.secret_ascii).pubKey)).finish();
    expect(toHex(new ProtoWriter().message(2, answer).finish())).toBe(expected);
  });

  it('of type secp256k1 have the hash of a Bitcoin address', () => {
    const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const address = addressOf({ type: 'secp256k1', bytes: fromHex(key) });
    expect(toHex(address)).toBe('751e76e8199196d454941c45d1b3a323f1433bd6');
  });
});

describe('proposers', () => {
  it.each(['proposer/12-equal', 'proposer/12-weighted'])('take turns as in %s', (id) => {
    const { input, expected } = vector<{ powers: number[]; set_order: string[]; validators_hash: string }, Step[]>(id);
    let set = goldenSet(input.powers);
    expect(set.validators.map((v) => toHex(v.address))).toEqual(input.set_order);
    expect(toHex(validatorsHash(set))).toBe(input.validators_hash);
    for (const [index, step] of expected.entries()) {
      if (index > 0) set = incrementProposerPriority(set, 1);
      expectStep(set, step);
    }
  });

  it('continue through a join and a leave as in proposer/12-with-updates', () => {
    let set = goldenSet([10, 20, 30, 40]);
    for (const [index, step] of vector<unknown, Step[]>('proposer/12-with-updates').expected.entries()) {
      if (index === 4) set = updateValidatorSet(set, [golden(4, 25)]);
      if (index === 8) set = updateValidatorSet(set, [golden(3, 0)]);
      if (index > 0) set = incrementProposerPriority(set, 1);
      expectStep(set, step);
    }
  });

  it('follow the 99 names of proposer/go-selection1', () => {
    const { input, expected } = vector<{ powers: Record<string, number> }, string>('proposer/go-selection1');
    const members = Object.entries(input.powers).sort(([, a], [, b]) => b - a);
    const powers = members.map(([, power]) => BigInt(power));
    const total = powers.reduce((sum, power) => sum + power, 0n);
    const lesserName = (i: number, j: number) => (members[i]?.[0] ?? '') < (members[j]?.[0] ?? '');
    let column: readonly bigint[] = powers.map(() => 0n);
    const names: unknown[] = [];
    for (let turn = 0; turn < 99; turn++) {
      const next = takeTurns(powers, column, total, 1, lesserName);
      column = next.priorities;
      names.push(members[next.proposer]?.[0]);
    }
    expect(names.join(' ')).toBe(expected);
  });

  it('have the averages of proposer/go-averaging', () => {
    for (const [times, expected, index] of vector<unknown, [number, number[], number][]>('proposer/go-averaging')
      .expected) {
      const after = takeTurns([10n, 1n, 1n], [0n, 0n, 0n], 12n, times, (i, j) => i < j);
      expect([after.priorities.map(Number), after.proposer]).toEqual([expected, index]);
    }
  });

  it('propose in proportion to their power', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (powers) => {
        let set = goldenSet(powers);
        const total = powers.reduce((sum, power) => sum + power, 0);
        const scheduler = new Map<string, number>();
        for (let turn = 0; turn < total; turn++) {
          const name = toHex(proposer(set).address);
          scheduler.set(name, (scheduler.get(name) ?? 0) + 1);
          set = incrementProposerPriority(set, 1);
        }
        for (const { address, votingPower } of set.validators)
          expect(scheduler.get(toHex(address))).toBe(Number(votingPower));
        expect(priorities(set)).toEqual(priorities(goldenSet(powers)));
      }),
      { numRuns: 30 },
    );
  });

  it('are the same after several turns at once as after single turns', () => {
    fc.assert(
      fc.property(any.members, fc.integer({ min: 1, max: 8 }), (members, times) => {
        let stepped = newValidatorSet(members);
        const jumped = incrementProposerPriority(stepped, times);
        for (let i = 0; i < times; i++) stepped = incrementProposerPriority(stepped, 1);
        expect(stepped.proposerIndex).toBe(jumped.proposerIndex);
        expect(priorities(stepped)).toEqual(priorities(jumped));
      }),
      { numRuns: 50 },
    );
  });
});

describe('a validator set', () => {
  it('preserves its order, total and bounded priorities through random updates', () => {
    const updates = fc.array(any.members, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(updates, (rounds) => {
        let set = EMPTY_VALIDATOR_SET;
        for (const round of rounds) {
          set = incrementProposerPriority(updateValidatorSet(set, round), 1);
          const total = set.validators.reduce((sum, v) => sum + v.votingPower, 0n);
          expect(set.totalVotingPower).toBe(total);
          for (const [i, v] of set.validators.entries()) {
            const before = set.validators[i - 1];
            if (before?.votingPower === v.votingPower) expect(compareBytes(before.address, v.address)).toBeLessThan(0);
            else if (before) expect(before.votingPower > v.votingPower).toBe(true);
          }
          const column = set.validators.map((v) => v.proposerPriority);
          const spread = column.reduce((a, b) => (a > b ? a : b)) - column.reduce((a, b) => (a < b ? a : b));
          expect(spread <= 4n * total).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('gives a new member the lowest priority and keeps the proposer', () => {
    const before = goldenSet([10, 20, 30, 40]);
    const after = updateValidatorSet(before, [golden(4, 25)]);
    expect(proposer(after).address).toEqual(proposer(before).address);
    const newcomer = validatorAt(after, indexOfAddress(after, goldenKey('golden-validator-4').address));
    expect(Math.min(...priorities(after))).toBe(Number(newcomer.proposerPriority));
  });

  it('chooses another proposer when the proposer leaves', () => {
    const after = updateValidatorSet(goldenSet([10, 20, 30, 40]), [golden(3, 0)]);
    expect(after.validators).toHaveLength(3);
    const best = Math.max(...priorities(after));
    expect(Number(proposer(after).proposerPriority)).toBe(best);
  });

  it('has the same hash after turns, and another after an update', () => {
    const set = goldenSet([10, 20, 30, 40]);
    expect(validatorsHash(incrementProposerPriority(set, 3))).toEqual(validatorsHash(set));
    expect(validatorsHash(set)).toBe(validatorsHash(incrementProposerPriority(set, 1)));
    expect(validatorsHash(updateValidatorSet(set, [golden(0, 11)]))).not.toEqual(validatorsHash(set));
    expect(updateValidatorSet(set, [])).toBe(set);
  });

  it('finds members by address', () => {
    const set = goldenSet([10, 20, 30, 40]);
    for (const [index, { address }] of set.validators.entries()) expect(indexOfAddress(set, address)).toBe(index);
    expect(indexOfAddress(set, new Uint8Array(20))).toBe(-1);
    expect(() => validatorAt(set, 4)).toThrow(InvariantViolation);
  });

  it('decodes only with a proposer that is a member', () => {
    const set = goldenSet([10, 20]);
    const [first] = set.validators;
    const alone = encodeValidatorSet({ ...set, validators: first ? [first] : [], proposerIndex: 1 });
    expect(() => decodeValidatorSet(alone)).toThrow('proposer is missing');
    expect(decodeValidatorSet(encodeValidatorSet(EMPTY_VALIDATOR_SET))).toEqual(EMPTY_VALIDATOR_SET);
  });

  it.each<[string, readonly ValidatorUpdate[]]>([
    ['is updated twice', [golden(0, 1), golden(0, 2)]],
    ['gets the negative power -1', [golden(0, -1)]],
    ['is removed but not in the set', [golden(4, 0)]],
    ['no validator remains', [golden(0, 0), golden(1, 0)]],
    [`at most ${MAX_TOTAL_VOTING_POWER}`, [{ ...golden(4, 0), power: MAX_TOTAL_VOTING_POWER + 1n }]],
    ['total voting power becomes', [{ ...golden(4, 0), power: MAX_TOTAL_VOTING_POWER }]],
  ])('refuses updates: %s', (problem, updates) => {
    const set = goldenSet([10, 20]);
    expect(validatorUpdatesProblem(set, updates)).toContain(problem);
    expect(() => updateValidatorSet(set, updates)).toThrow(InvariantViolation);
  });

  it('may reach the maximum total when others leave at the same time', () => {
    const set = goldenSet([10, 20]);
    const updates = [{ ...golden(4, 0), power: MAX_TOTAL_VOTING_POWER - 20n }, golden(0, 0)];
    expect(updateValidatorSet(set, updates).totalVotingPower).toBe(MAX_TOTAL_VOTING_POWER);
  });
});

describe('two thirds', () => {
  it('are exceeded exactly above the floor of two thirds of the total', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, MAX_TOTAL_VOTING_POWER), (total) => {
        const needed = (total * 2n) / 3n + 1n;
        expect([hasTwoThirds(needed, total), hasTwoThirds(needed - 1n, total)]).toEqual([true, false]);
      }),
    );
    expect([hasTwoThirds(3n, 4n), hasTwoThirds(2n, 4n), hasTwoThirds(2n, 3n), hasTwoThirds(1n, 1n)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});
