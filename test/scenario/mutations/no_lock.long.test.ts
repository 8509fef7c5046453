/** Runs the scenarios on an engine that never locks a block. */
import { expect, test, vi } from 'vitest';
import { CATALOGUE, failuresOf } from '../catalogue.js';

vi.mock('../../../src/consensus/round/lock.js', async (original) => ({
  ...(await original<object>()),
  lock: () => undefined,
  relock: () => undefined,
}));

/** Scenarios in which a lock matters. */
const NEED_THE_LOCK = ['relock', 'nil-polka-unlocks', 'lock-moves', 'the-lock-that-saves-us', 'delayed-precommits'];

test.each(NEED_THE_LOCK)('the scenario %s fails without the lock', async (name) => {
  expect(await failuresOf(name)).not.toEqual([]);
});

test('without the lock two blocks are decided at one height', async () => {
  expect((await failuresOf('the-lock-that-saves-us')).join()).toMatch(/agreement|finalizes another block/);
});

test.each(CATALOGUE.filter((name) => /silent|down$|equivocating|fast-clock/.test(name)))(
  'the scenario %s does not need the lock',
  async (name) => {
    expect(await failuresOf(name)).toEqual([]);
  },
);
