/** Runs the scenarios on an engine whose two-thirds line is one vote too low. */
import { expect, test, vi } from 'vitest';
import { failuresOf } from '../catalogue.js';

/** Power of each validator of the scenarios. */
const ONE_VOTE = 10n;

vi.mock('../../../src/consensus/types/validator_set.js', async (original) => {
  const real = await original<typeof import('../../../src/consensus/types/validator_set.js')>();
  const twoThirdsOf = (total: bigint): bigint => real.twoThirdsOf(total) - ONE_VOTE;
  return { ...real, twoThirdsOf, hasTwoThirds: (power: bigint, total: bigint) => power > twoThirdsOf(total) };
});

test.each(['two-down', 'two-down-with-proposer', 'partition-in-halves', 'delayed-prevotes', 'two-down-then-heal'])(
  'the scenario %s fails with two of four as a quorum',
  async (name) => {
    expect(await failuresOf(name)).not.toEqual([]);
  },
);
