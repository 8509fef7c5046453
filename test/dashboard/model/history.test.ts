/** Tests that the history drops what is old, begins anew after a revert, and finds states of the past quickly. */
import { describe, expect, it } from 'vitest';
import type { RoundEvent, RoundMessage, RoundsPicture } from '../../../src/backend/rounds.js';
import { findArrows } from '../../../src/dashboard/model/arrows.js';
import { BlockLetters } from '../../../src/dashboard/model/block_letters.js';
import { History } from '../../../src/dashboard/model/history.js';
import { runningWait } from '../../../src/dashboard/model/node_state.js';
import { Player } from '../../../src/dashboard/model/player.js';
import { addVote, NO_VOTES, powerFor } from '../../../src/dashboard/model/vote_set.js';

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

/** Is a prevote of validator 2 for block `a1` of height 1. */
const PREVOTE: RoundMessage = { kind: 'prevote', height: 1, round: 0, block: 'a1', validator: 2 };

/** Begins a history at height 1 and instant 0, and takes events. */
function historyOf(...events: readonly RoundEvent[]): History {
  const history = new History();
  history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
  history.take({ type: 'events', events });
  return history;
}

describe('a revert', () => {
  it('takes back heights, letters and messages', () => {
    const history = historyOf(['message', 4, PREVOTE], ...eventsOf(1), ...eventsOf(2), ...eventsOf(3));
    const block = (3).toString(16).padStart(64, 'a');
    expect([history.letters.letterOf(block), history.startOf(3)]).toEqual(['A', 2 * eventsOf(1).length]);
    history.take({ type: 'picture', cause: 'revert', picture: pictureAt(500, 2) });
    expect([history.letters.letterOf(block), history.messageOf(4), history.startOf(1)]).toEqual([
      '?',
      undefined,
      history.end,
    ]);
    history.take({ type: 'events', events: eventsOf(2) });
    expect([history.startOf(2), history.heightBefore(history.end)?.height]).toEqual([history.first, 2]);
    expect(history.live?.decided.map(({ height }) => height)).toEqual([2]);
  });

  it('is not a picture of the same instant after a gap', () => {
    const history = historyOf(...eventsOf(1));
    const at = history.live?.at ?? 0;
    history.take({ type: 'picture', cause: 'gap', picture: pictureAt(at, 2) });
    expect([history.first, history.end]).toEqual([0, eventsOf(1).length]);
  });
});

describe('what the history drops', () => {
  const history = new History({ limit: 50_000, interval: 500 });
  history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
  for (let height = 1; height <= 9; height++) {
    const message: RoundMessage = { ...PREVOTE, height };
    history.take({ type: 'events', events: [['message', height, message], ...eventsOf(height)] });
  }

  it('are heights that began before its first event', () => {
    expect(history.first).toBeGreaterThan(eventsOf(1).length);
    expect(history.startOf(1)).toBeGreaterThanOrEqual(history.first);
  });

  it('are messages of heights long before it, and no later ones', () => {
    expect(history.messageOf(1)).toBeUndefined();
    expect(history.messageOf(9)).toMatchObject({ height: 9 });
  });

  it('are letters of those heights', () => {
    const letters = new BlockLetters();
    for (const block of ['x', 'y']) letters.add(1, block);
    letters.add(2, 'z');
    letters.forgetBelow(2);
    letters.add(1, 'w');
    expect(['x', 'w', 'z'].map((block) => letters.letterOf(block))).toEqual(['?', 'A', 'A']);
  });
});

describe('the state at an instant', () => {
  it('has the height that began before an event, and not with it', () => {
    const history = historyOf(...eventsOf(1), ...eventsOf(2));
    const start = history.startOf(2);
    expect([start, start + 1].map((index) => history.heightBefore(index)?.height)).toEqual([1, 2]);
  });

  it('decides each height once, however many nodes commit it', () => {
    const history = historyOf(...eventsOf(1), ...eventsOf(2));
    expect(history.live?.decided.map(({ height, at }) => [height, at])).toEqual([
      [1, 1_004_000],
      [2, 2_004_000],
    ]);
    const priorities = history.live?.validators.map(({ priority }) => priority) ?? [];
    expect(priorities.filter((priority) => priority < 0n)).toHaveLength(2);
  });

  it('has a message on its way until it arrives, also when it was sent twice', () => {
    const history = historyOf(
      ['message', 4, PREVOTE],
      ['sent', 100, 2, 0, 4, 50],
      ['sent', 110, 2, 0, 4, 90],
      ['received', 150, 2, 0, 4],
      ['received', 200, 2, 0, 4],
    );
    const flights = [2, 3, 4].map((index) =>
      [...(history.at(index)?.flights.values() ?? [])].flat().map(({ until }) => until),
    );
    expect(flights).toEqual([[150, 200], [200], []]);
  });

  it('crashes to what the node had written when it last signed, and waits for nothing', () => {
    const history = historyOf(
      ['message', 4, PREVOTE],
      ['vote', 100, 0, 1, 0, 1, 0, 'a1'],
      ['timeout', 110, 0, 1, 0, 3, 900],
      ['received', 120, 2, 0, 4],
      ['vote', 120, 0, 1, 0, 1, 2, 'a1'],
      ['received', 130, 1, 0, 4],
      ['crashed', 140, 0],
    );
    expect(history.live?.nodes[0]).toMatchObject({ up: false, timeout: undefined });
    expect(Object.entries(history.live?.nodes[0]?.votes[0]?.prevotes.votes ?? [])).toEqual([['0', 'a1']]);
  });

  it('is not changed by what is written later', () => {
    const history = historyOf(
      ['message', 4, PREVOTE],
      ['vote', 100, 0, 1, 0, 1, 0, 'a1'],
      ['received', 120, 2, 0, 4],
      ['crashed', 140, 1],
    );
    expect(history.live?.durable[0]?.votes).toHaveLength(1);
    expect(history.at(1)?.durable[0]?.votes).toEqual([]);
  });

  it('has a wait up to its end, and not at it', () => {
    const node = historyOf(['timeout', 110, 0, 1, 0, 3, 900]).live?.nodes[0];
    expect([899, 900].map((at) => node && runningWait(node, at)?.until)).toEqual([900, undefined]);
  });
});

describe('the votes of a round', () => {
  it('has the second vote of a validator in place of its first when it is for the majority', () => {
    const powers = { powers: [10n, 11n, 12n, 13n], total: 46n };
    const votes = [
      [0, 'a1'],
      [1, 'b2'],
      [2, 'b2'],
      [3, 'b2'],
      [0, 'b2'],
    ] as const;
    const set = votes.reduce((all, [validator, block]) => addVote(all, validator, block, powers), NO_VOTES);
    expect([set.majority, set.votes, powerFor(set, 'b2')]).toEqual(['b2', ['b2', 'b2', 'b2', 'b2'], 46n]);
  });
});

it('an arrow that began before the span and ends in it is drawn, and one that ended before is not', () => {
  const history = historyOf(
    ['message', 4, PREVOTE],
    ['sent', 100, 2, 0, 4, 40],
    ['sent', 110, 2, 1, 4, 50],
    ['sent', 210, 2, 3, 4, 60],
  );
  const filter = { kinds: new Set(['prevote'] as const), height: undefined, node: undefined };
  const { arrows } = findArrows(history, { from: 160, to: 300 }, filter);
  expect(arrows.map(({ to, sent, end }) => [to, sent, end])).toEqual([
    [1, 110, 160],
    [3, 210, 270],
  ]);
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

  it('goes on where it is while it is two heights behind', () => {
    const behind = (heights: number): number | undefined => {
      const history = historyOf(...eventsOf(1));
      const player = new Player(history);
      player.replayFrom(history.first);
      for (let height = 2; height <= heights; height++) history.take({ type: 'events', events: eventsOf(height) });
      player.adjust();
      return player.state?.height;
    };
    expect([behind(2), behind(3)]).toEqual([1, 3]);
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
