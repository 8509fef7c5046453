/**
 * Tests that the network's snapshot includes everything that a run depends on. A network restored from a structured
 * copy shares no object with the first one, and continues with the same bytes. This also applies with byzantine
 * validators.
 */
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/simulation/index.js';
import { structuredCopy } from './structured_copy.js';
import { TestNetwork, type TestNetworkOptions } from './world_kit.js';

const linesOf = (host: TestNetwork): readonly string[] =>
  host.keys.flatMap((_, node) => host.trace(node).map((line) => `n${node} ${line}`));

/** Takes a snapshot every `every` events, and plays each in a new network up to `events`. */
function playEverywhere(options: TestNetworkOptions, every: number, events: number): void {
  const whole = new TestNetwork(options);
  const retained = [];
  while (whole.network.events < events) {
    if (whole.network.events % every === 0)
      retained.push({ copy: structuredCopy(whole.network.snapshot()), asks: [...whole.asks], notes: [...whole.notes] });
    whole.step();
  }
  const lines = linesOf(whole);
  expect(lines.length).toBeGreaterThan(100);
  for (const { copy, asks, notes } of retained) {
    const other = new TestNetwork(options);
    other.asks.push(...asks);
    other.notes.push(...notes);
    other.network.restore(copy);
    while (other.network.events < events) other.step();
    expect(linesOf(other), `restored at event ${copy.registers.events}`).toEqual(lines);
    expect(other.network.now).toBe(whole.network.now);
    expect(other.network.lastDecidedHeight).toBe(whole.network.lastDecidedHeight);
  }
}

const SEVEN = Array.from({ length: 7 }, () => 10n);
const liesOf = (...faults: readonly Fault[]): TestNetworkOptions => ({
  powers: SEVEN,
  faults: Object.fromEntries(faults.map((fault, i) => [`lie ${i}`, fault])),
});

describe('a snapshot of a session', () => {
  test('continues equally in another network while a proposer sends two blocks and a validator votes for both', () =>
    playEverywhere(liesOf({ type: 'double-proposal', node: 0 }, { type: 'equivocate', node: 1 }), 9, 300));

  test('continues equally while two proposers are byzantine, messages are reordered, and one clock is ahead', () =>
    playEverywhere(
      liesOf(
        { type: 'double-proposal', node: 0 },
        { type: 'double-proposal', node: 1 },
        { type: 'equivocate', node: 1 },
        { type: 'reorder', ms: 1000 },
        { type: 'loss', percent: 20 },
        { type: 'skew', node: 3, ms: 1000 },
      ),
      41,
      900,
    ));

  test('continues equally without faults', () => playEverywhere({}, 53, 400));

  test.each<[string, Fault | undefined, Fault | undefined]>([
    ['before a fault begins', undefined, { type: 'nil-prevotes', node: 2 }],
    ['before a fault ends', { type: 'nil-prevotes', node: 2 }, undefined],
    ['before a fault affects another node', { type: 'nil-prevotes', node: 2 }, { type: 'nil-prevotes', node: 1 }],
  ])('returns the validators to what they did %s', (_, first, later) => {
    const host = new TestNetwork();
    host.network.setFault('no', first);
    host.untilAll(2n);
    const retained = host.network.snapshot();
    const notes = host.notes.length;
    const asks = host.asks.length;
    const expected = linesOf(host.untilAll(4n));
    const toRetained = (): void => {
      host.network.restore(retained);
      host.notes.length = notes;
      host.asks.length = asks;
    };
    toRetained();
    host.network.setFault('no', later);
    expect(linesOf(host.untilAll(4n))).not.toEqual(expected);
    toRetained();
    expect(linesOf(host.untilAll(4n))).toEqual(expected);
  });
});
