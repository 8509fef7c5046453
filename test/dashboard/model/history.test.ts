/** Tests that the history drops what is old, begins anew after a revert, and finds states of the past quickly. */
import { describe, expect, it } from 'vitest';
import type { RoundEvent, RoundMessage, RoundsPicture } from '../../../src/backend/rounds.js';
import { findArrows, spanOfHeight } from '../../../src/dashboard/model/arrows.js';
import { BlockLetters } from '../../../src/dashboard/model/block_letters.js';
import { History } from '../../../src/dashboard/model/history.js';
import { runningWait, settle } from '../../../src/dashboard/model/node_state.js';
import { Player } from '../../../src/dashboard/model/player.js';
import { addVote, NO_VOTES, powerFor } from '../../../src/dashboard/model/vote_set.js';

const NODES = 100;

function pictureAt(at: number, height: number, count = NODES): RoundsPicture {
  const nodes = Array.from({ length: count }, () => ({ up: true, height, round: 0, step: 1, proposer: -1, votes: [] }));
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

  it('finds any past state from a few events, with a hundred validators', () => {
    const history = new History();
    const read = new Set<object>();
    const watched = (event: RoundEvent): RoundEvent =>
      new Proxy(event, {
        get: (target, key) => {
          read.add(target);
          return Reflect.get(target, key);
        },
      });
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    for (let height = 1; height <= 5; height++) history.take({ type: 'events', events: eventsOf(height).map(watched) });
    for (let sample = 0; sample < 60; sample++) {
      read.clear();
      history.at(history.first + Math.floor(((history.end - history.first) * sample) / 60));
      expect(read.size).toBeLessThan(1000);
    }
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

/** Prevote of validator 2 for block `a1` of height 1. */
const PREVOTE: RoundMessage = { kind: 'prevote', height: 1, round: 0, block: 'a1', validator: 2 };

/** Begins a history at height 1 and instant 0, and takes events. */
function historyOf(...events: readonly RoundEvent[]): History {
  const history = new History();
  history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
  history.take({ type: 'events', events });
  return history;
}

/** Begins a history of four nodes, at height 1 and instant 0, and takes events. */
function smallHistory(...events: readonly RoundEvent[]): History {
  const history = new History();
  history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1, 4) });
  history.take({ type: 'events', events });
  return history;
}

const prevotes = (round: number, block: string): readonly RoundEvent[] =>
  [1, 2, 3].map((voter): RoundEvent => ['vote', 100 + voter, 0, 1, round, 1, voter, block]);

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

describe('a picture after a gap', () => {
  it('begins anew when it is of an earlier instant', () => {
    const history = smallHistory(['newRound', 900, 0, 1, 0, 2]);
    history.take({ type: 'picture', cause: 'gap', picture: pictureAt(899, 1, 4) });
    expect([history.first, history.end]).toEqual([1, 1]);
  });

  it('takes back what was decided at its height and above, and no accusations at its height', () => {
    const committed = (height: number): RoundEvent => ['committed', height * 100, 0, height, 0, `b${height}`];
    const accused = (height: number): RoundEvent => ['accuse', height * 100, 0, height, 0, 1, 3];
    const history = smallHistory(committed(1), accused(1), committed(2), accused(2), committed(3), accused(3));
    history.take({ type: 'picture', cause: 'gap', picture: pictureAt(300, 2, 4) });
    expect(history.live?.decided.map(({ height }) => height)).toEqual([1]);
    expect(history.live?.accusations.map(({ height }) => height)).toEqual([1, 2]);
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
    const blocks = [1, 9].map((height) => height.toString(16).padStart(64, 'a'));
    expect(blocks.map((block) => history.letters.letterOf(block))).toEqual(['?', 'A']);
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

  it('has a message on its way that was lost only when it was sent again, and that arrives a rounded microsecond early', () => {
    const history = smallHistory(
      ['message', 4, PREVOTE],
      ['sent', 100, 2, 0, 4, 50],
      ['dropped', 110, 2, 0, 4, 'loss'],
      ['received', 149, 2, 0, 4],
    );
    expect([1, 2, 3].map((index) => history.at(index)?.flights.size)).toEqual([1, 1, 0]);
  });

  it('crashes to what a node knew when its wait before a height ended, or to the height to which it jumped', () => {
    const history = smallHistory(
      ['committed', 100, 0, 1, 0, 'a1'],
      ['step', 100, 0, 2, 0, 1],
      ['newRound', 200, 0, 2, 0, 3],
      ['crashed', 210, 0],
      ['jumped', 220, 1, 7],
      ['crashed', 230, 1],
    );
    expect(history.live?.nodes[0]).toMatchObject({ up: false, height: 2, step: 1 });
    expect(history.live?.nodes[1]).toMatchObject({ up: false, height: 7 });
  });

  it('has lists of its own', () => {
    const history = smallHistory(
      ['message', 4, PREVOTE],
      ['newRound', 100, 0, 1, 0, 1],
      ['received', 120, 2, 0, 4],
      ['vote', 130, 0, 1, 0, 1, 0, 'a1'],
    );
    const [begin, live] = [history.at(0), history.live];
    expect([begin?.received[0], live?.received[0], begin?.signed[0], live?.signed[0]]).toEqual([-1, 4, false, true]);
  });

  it('has the last fifty decided heights', () => {
    const history = smallHistory(
      ...Array.from({ length: 52 }, (_, i): RoundEvent => ['committed', i, 0, i + 1, 0, `b${i}`]),
    );
    const { decided = [] } = history.live ?? {};
    expect([decided.length, decided[0]?.height, decided.at(-1)?.height]).toEqual([50, 3, 52]);
  });

  it('is that after all events of an instant', () => {
    const history = smallHistory(['crashed', 100, 0], ['crashed', 100, 1], ['crashed', 110, 2]);
    expect([99, 100, 110].map((at) => history.indexAfter(at))).toEqual([0, 2, 3]);
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

describe('a node', () => {
  it('forgets proposal and proposer in another round', () => {
    const history = smallHistory(
      ['newRound', 90, 0, 1, 0, 2],
      ['proposal', 100, 0, 1, 0, 'a1'],
      ['step', 110, 0, 1, 1, 3],
    );
    expect(history.at(2)?.nodes[0]).toMatchObject({ proposal: 'a1', proposer: 2 });
    expect(history.live?.nodes[0]).toMatchObject({ proposal: undefined, proposer: -1 });
  });

  it('finds a valid block by the polka of an earlier round, and drops a block that has none', () => {
    const valid = (block: string) =>
      smallHistory(['step', 90, 0, 1, 1, 3], ['proposal', 95, 0, 1, 1, block], ...prevotes(0, 'a1'), [
        'plain',
        110,
        0,
        1,
        0,
        'valid block',
      ]).live?.nodes[0];
    expect(valid('a1')).toMatchObject({ proposal: 'a1', valid: { round: 0, block: 'a1' } });
    expect(valid('b2')).toMatchObject({ proposal: undefined, valid: undefined });
  });

  it('does not count a late vote of the height before', () => {
    const history = smallHistory(['step', 100, 0, 2, 0, 1], ['vote', 110, 0, 1, 0, 2, 3, 'a1']);
    expect(history.live?.nodes[0]?.votes).toEqual([]);
  });

  it('takes the second of two votes in the round of the message only', () => {
    const second: RoundMessage = { kind: 'prevote', height: 1, round: 1, block: 'a1', validator: 0 };
    const node = smallHistory(...prevotes(1, 'a1'), ['vote', 110, 0, 1, 1, 1, 0, 'b2'], ...prevotes(2, 'a1'), [
      'vote',
      120,
      0,
      1,
      2,
      1,
      0,
      'c3',
    ]).live?.nodes[0];
    const votesIn = (round: number) =>
      node && settle(node, round, 1, 0, second).votes.map((votes) => votes.prevotes.votes[0]);
    expect([votesIn(1), votesIn(2)]).toEqual([
      [undefined, 'a1', 'c3'],
      [undefined, 'b2', 'c3'],
    ]);
  });
});

describe('the votes of a round', () => {
  const powersOf = (count: number) => ({ powers: Array(count).fill(10n), total: BigInt(count) * 10n });
  const setOf = (count: number, ...votes: readonly (readonly [number, string])[]) =>
    votes.reduce((all, [validator, block]) => addVote(all, validator, block, powersOf(count)), NO_VOTES);

  it('has no majority with exactly two thirds', () => {
    expect(setOf(3, [0, 'a1'], [2, 'a1']).majority).toBeUndefined();
    expect(setOf(3, [0, 'a1'], [2, 'a1'], [1, 'a1']).majority).toBe('a1');
  });

  it('has the first majority, also when as many second votes are for another block', () => {
    const first = [0, 1, 2].map((validator) => [validator, 'a1'] as const);
    const second = [0, 1, 2].map((validator) => [validator, 'b2'] as const);
    const { majority, votes } = setOf(4, ...first, ...second);
    expect([majority, votes]).toEqual(['a1', ['a1', 'a1', 'a1']]);
  });

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

it('an arrow that is lost where it arrives is one arrow', () => {
  const history = smallHistory(
    ['message', 4, PREVOTE],
    ['sent', 100, 2, 0, 4, 50],
    ['dropped', 150, 2, 0, 4, 'partition'],
    ['sent', 160, 3, 1, 4, 10],
  );
  const found = (filter: { readonly height?: number; readonly node?: number }) => {
    const whole = { kinds: new Set(['prevote'] as const), height: undefined, node: undefined, ...filter };
    return findArrows(history, { from: 0, to: 300 }, whole).arrows.map(({ sent, end, lost }) => [sent, end, lost]);
  };
  const [lost, arrived] = [
    [100, 150, 'partition'],
    [160, 170, undefined],
  ];
  expect(found({})).toEqual([lost, arrived]);
  expect([found({ node: 0 }), found({ node: 3 }), found({ node: 1 })]).toEqual([[lost], [arrived], [arrived]]);
  expect([found({ height: 1 }), found({ height: 2 })]).toEqual([[lost, arrived], []]);
});

it('the diagram has marks of locks, and says when it has not searched the whole span', () => {
  const history = smallHistory(['plain', 100, 0, 1, 0, 'lock'], ['plain', 110, 1, 1, 0, 'relock']);
  const filter = { kinds: new Set<RoundMessage['kind']>(), height: undefined, node: undefined };
  const { marks, isCut } = findArrows(history, { from: 100, to: 110 }, filter);
  expect([marks.map(({ node, at, kind }) => [node, at, kind]), isCut]).toEqual([
    [
      [0, 100, 'lock'],
      [1, 110, 'lock'],
    ],
    false,
  ]);
  const long = historyOf(...[1, 2, 3].flatMap(eventsOf));
  expect([2_999_999, 4_000_000].map((to) => findArrows(long, { from: 0, to }, filter).isCut)).toEqual([false, true]);
});

it('the span of a height ends with the event before, and has a margin', () => {
  const history = smallHistory(['newRound', 100, 0, 1, 0, 0], ['step', 50_100, 0, 1, 0, 3], ['crashed', 90_100, 1]);
  expect([2, 3].map((index) => spanOfHeight(history, index))).toEqual([
    { from: 100 - 3000, to: 50_100 + 3000 },
    { from: 100 - 5400, to: 90_100 + 5400 },
  ]);
  expect(spanOfHeight(history, 1)).toEqual({ from: 100 - 500, to: 100 + 500 });
});

it('more blocks of a height than there are letters have a number too, and letters begin again', () => {
  const letters = new BlockLetters();
  for (let index = 0; index < 27; index++) letters.add(1, `b${index}`);
  expect([0, 25, 26].map((index) => letters.letterOf(`b${index}`))).toEqual(['A', 'Z', 'A1']);
  letters.clear();
  letters.add(1, 'new');
  expect(letters.letterOf('new')).toBe('A');
});

describe('the player', () => {
  it('stays where it was stopped, whatever happens then', () => {
    const history = smallHistory(['crashed', 100, 0]);
    const player = new Player(history);
    player.pause();
    history.take({ type: 'events', events: [['crashed', 200, 1]] });
    expect([player.isNewest, player.index, player.at]).toEqual([false, 1, 100]);
    expect(player.state?.nodes.map(({ up }) => up)).toEqual([false, true, true, true]);
    player.newest();
    expect([player.index, player.at, player.state]).toEqual([2, 200, history.live]);
  });

  it('plays from the oldest event, as fast as it is set', () => {
    const history = smallHistory(['crashed', 1000, 0], ['crashed', 2000, 1]);
    const player = new Player(history);
    player.play();
    expect([player.isNewest, player.isPlaying, player.index]).toEqual([false, true, 0]);
    player.advance(500);
    expect([player.at, player.index]).toEqual([1500, 1]);
    player.speed = 2;
    player.advance(250);
    expect([player.at, player.index]).toEqual([2000, 2]);
  });

  it('stays at the oldest retained instant when its own is dropped, and says so', () => {
    const history = new History({ limit: 30_000, interval: 1000 });
    history.take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
    history.take({ type: 'events', events: eventsOf(1) });
    const player = new Player(history);
    player.seek(7);
    for (let height = 2; history.first <= 7; height++) history.take({ type: 'events', events: eventsOf(height) });
    expect(player.wasDropped).toBe(false);
    player.adjust();
    expect([player.isNewest, player.index, player.wasDropped]).toEqual([false, history.first, true]);
    player.seek(history.first + 1);
    expect(player.wasDropped).toBe(false);
    // A past that a revert has undone is left.
    history.take({ type: 'picture', cause: 'revert', picture: pictureAt(1, 1) });
    player.adjust();
    expect(player.isNewest).toBe(true);
  });

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
    expect([...seen].sort((a, b) => a - b)).toEqual([1_000_000, 1_001_000, 1_002_000, 1_003_000, 1_004_000]);
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
