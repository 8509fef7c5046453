/** Tests that the history drops what is old, begins anew after a revert, and finds states of the past quickly. */
import { describe, expect, it } from 'vitest';
import type { RoundEvent, RoundsPicture } from '../../../src/backend/rounds.js';
import { History } from '../../../src/dashboard/model/history.js';
import { Player } from '../../../src/dashboard/model/player.js';

const NODES = 100;

function pictureAt(at: number, height: number): RoundsPicture {
  const nodes = Array.from({ length: NODES }, () => ({ up: true, height, round: 0, step: 1, proposer: -1, votes: [] }));
  const validators = nodes.map((_, index) => {
    const address = String(index).padStart(40, '0');
    return { name: `validator-${index}`, address, power: '10', priority: '0', byzantine: false };
  });
  return { at, events: 0, height, validators, nodes, inFlight: [], messages: {}, faults: [], cuts: [] };
}

/** Returns the events of a height in which each node counts a prevote and a precommit of every one. */
function eventsOf(height: number): readonly RoundEvent[] {
  const at = height * 1_000_000;
  const block = height.toString(16).padStart(64, 'a');
  const events: RoundEvent[] = [];
  const forAll = (make: (node: number) => readonly RoundEvent[]): void => {
    for (let node = 0; node < NODES; node++) events.push(...make(node));
  };
  forAll((node) => [['newRound', at, node, height, 0, 0]]);
  forAll((node) => [['proposal', at + 1000, node, height, 0, block]]);
  for (const type of [1, 2] as const)
    forAll((node) =>
      Array.from({ length: NODES }, (_, voter): RoundEvent => {
        return ['vote', at + 1000 + type * 1000, node, height, 0, type, voter, block];
      }),
    );
  forAll((node) => [
    ['committed', at + 4000, node, height, 0, block],
    ['step', at + 4000, node, height + 1, 0, 1],
  ]);
  return events;
}

describe('the history', () => {
  it('keeps its limit of events, and has the states of those', () => {
    const history = new History({ limit: 50_000, interval: 500 });
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    for (let height = 1; height <= 6; height++) history.take({ type: 'events', events: eventsOf(height) });
    expect(history.end - history.first).toBeLessThanOrEqual(50_000);
    expect(history.end).toBe(6 * eventsOf(1).length);
    expect(history.at(history.first - 1)?.at).toBe(history.at(history.first)?.at);
    const middle = history.indexAfter(5_002_000);
    expect(history.at(middle)?.nodes[7]?.votes[0]?.prevotes.majority).toBe((5).toString(16).padStart(64, 'a'));
    expect(history.at(middle)?.nodes[7]?.votes[0]?.precommits.votes).toEqual([]);
    expect(history.live?.height).toBe(7);
  });

  it('finds any past state in a few milliseconds, with a hundred validators', () => {
    const history = new History();
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    for (let height = 1; height <= 5; height++) history.take({ type: 'events', events: eventsOf(height) });
    const times = Array.from({ length: 60 }, (_, sample) => {
      const begin = performance.now();
      history.at(history.first + Math.floor(((history.end - history.first) * sample) / 60));
      return performance.now() - begin;
    }).sort((a, b) => a - b);
    expect(times[30]).toBeLessThan(5);
  });

  it('begins anew after a revert, and goes on after a gap', () => {
    const history = new History();
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    history.take({ type: 'events', events: eventsOf(1) });
    history.take({ type: 'picture', cause: 'gap', picture: pictureAt(9_000_000, 9) });
    expect(history.end - history.first).toBe(eventsOf(1).length);
    expect(history.live?.height).toBe(9);
    history.take({ type: 'picture', cause: 'revert', picture: pictureAt(0, 1) });
    expect(history.end).toBe(history.first);
    expect(history.live?.decided).toEqual([]);
  });
});

describe('the player', () => {
  it('plays all instants, and ends with the newest', () => {
    const history = new History();
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    const player = new Player(history);
    history.take({ type: 'events', events: eventsOf(1) });
    player.replayFrom(history.first);
    const seen = new Set<number>();
    while (!player.isNewest) {
      player.advance(16);
      seen.add(player.state?.at ?? 0);
    }
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 1_000_000, 1_001_000, 1_002_000, 1_003_000, 1_004_000]);
    expect(player.state).toBe(history.live);
  });

  it('skips to the last heights when it is far behind', () => {
    const history = new History();
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    const player = new Player(history);
    for (let height = 1; height <= 5; height++) {
      history.take({ type: 'events', events: eventsOf(height) });
      player.replayFrom(history.first);
      player.adjust();
    }
    expect(player.state?.height).toBeGreaterThanOrEqual(4);
    expect(player.isPlaying).toBe(true);
  });
});
