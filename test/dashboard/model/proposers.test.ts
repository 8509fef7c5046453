/** Tests that the page predicts the proposers that the engines then have. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeTurns } from '../../../src/consensus/types/proposer_priority.js';
import { incrementsAfter } from '../../../src/dashboard/model/proposers.js';

const candidate = fc.record({ power: fc.bigInt(1n, 10n ** 12n), priority: fc.bigInt(-(10n ** 14n), 10n ** 14n) });

it('takes the increments of the engine', () => {
  fc.assert(
    fc.property(
      fc.array(candidate, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 20 }),
      (given, count) => {
        const candidates = given.map((entry, index) => ({ ...entry, address: `A${String.fromCharCode(90 - index)}` }));
        const powers = given.map(({ power }) => power);
        const total = powers.reduce((sum, power) => sum + power, 0n);
        const before = (i: number, j: number): boolean => i > j;
        const priorities = given.map(({ priority }) => priority);
        const expected = takeTurns(powers, priorities, total, count, before);
        const last = incrementsAfter(candidates, count).at(-1);
        expect(last?.proposer).toBe(expected.proposer);
        expect(last?.after).toEqual(expected.priorities);
      },
    ),
  );
});

it('leaves out validators without power', () => {
  const candidates = [
    { address: 'A', power: 0n, priority: 100n },
    { address: 'B', power: 1n, priority: 0n },
  ];
  expect(incrementsAfter(candidates, 2).map(({ proposer }) => proposer)).toEqual([1, 1]);
  expect(incrementsAfter(candidates.slice(0, 1), 2)).toEqual([]);
});
