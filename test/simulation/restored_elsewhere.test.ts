/**
 * Everything that a run depends on is in the world's value: from a structured copy of a snapshot another world, which
 * shares no object with the first, goes on with the same bytes; also while validators lie.
 */
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/simulation/index.js';
import { structuredCopy } from './structured_copy.js';
import { SECOND, TestWorld, type TestWorldOptions } from './world_kit.js';

const linesOf = (host: TestWorld): readonly string[] =>
  host.keys.flatMap((_, node) => host.trace(node).map((line) => `n${node} ${line}`));

/** The world is kept every `every` events, and played from there to `events` in a new world. */
function playEverywhere(options: TestWorldOptions, every: number, events: number): void {
  const whole = new TestWorld(options);
  const kept = [];
  while (whole.world.events < events) {
    if (whole.world.events % every === 0)
      kept.push({ copy: structuredCopy(whole.world.snapshot()), asks: [...whole.asks], notes: [...whole.notes] });
    whole.step();
  }
  const lines = linesOf(whole);
  expect(lines.length).toBeGreaterThan(100);
  for (const { copy, asks, notes } of kept) {
    const other = new TestWorld(options);
    other.asks.push(...asks);
    other.notes.push(...notes);
    other.world.restore(copy);
    while (other.world.events < events) other.step();
    expect(linesOf(other), `restored at event ${copy.registers.events}`).toEqual(lines);
    expect(other.world.now).toBe(whole.world.now);
    expect(other.world.tip).toBe(whole.world.tip);
  }
}

const SEVEN = Array.from({ length: 7 }, () => 10n);
const liesOf = (...faults: readonly Fault[]): TestWorldOptions => ({
  powers: SEVEN,
  faults: Object.fromEntries(faults.map((fault, i) => [`lie ${i}`, fault])),
});

describe('a snapshot of a session', () => {
  test('goes on equally in another world while a proposer shows two blocks and a validator votes for both', () =>
    playEverywhere(liesOf({ type: 'double proposal', node: 0 }, { type: 'equivocate', node: 1 }), 9, 300));

  test('goes on equally while two proposers lie, messages overtake each other, and one is pulled along', () =>
    playEverywhere(
      liesOf(
        { type: 'double proposal', node: 0 },
        { type: 'double proposal', node: 1 },
        { type: 'equivocate', node: 1 },
        { type: 'reorder', within: SECOND },
        { type: 'loss', percent: 20 },
        { type: 'skew', node: 3, by: SECOND },
      ),
      41,
      900,
    ));

  test('goes on equally when nothing is wrong', () => playEverywhere({}, 53, 400));
});
