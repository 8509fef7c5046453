/** Tests the time axis of a block, and the clock that plays along it. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RoundEvent } from '../../../src/backend/rounds.js';
import { BlockAxis, LEAST_S, playSeconds, viewOf } from '../../../src/dashboard/model/axis.js';
import { faceOf } from '../../../src/dashboard/model/face.js';
import { History } from '../../../src/dashboard/model/history.js';
import { narrate } from '../../../src/dashboard/model/narrate.js';
import { Player } from '../../../src/dashboard/model/player.js';
import { readTrace } from '../../../src/dashboard/model/trace/read_trace.js';
import { tracedDevnet } from './model_kit.js';

const axisOf = (events: readonly RoundEvent[], height = 7): BlockAxis => {
  const axis = new BlockAxis({ event: (index) => events[index] as never }, height, 0);
  axis.extend(events.length, false);
  return axis;
};

describe('the way between two instants', () => {
  it('takes a second for a millisecond, little more for a long wait, and never too little', () => {
    expect([500, 1000, 1_000_000, 3_000_000].map(playSeconds)).toEqual([0.5, 1, 1.25, 1.75]);
    expect([playSeconds(1), playSeconds(10 ** 12)]).toEqual([LEAST_S, 2.6]);
  });

  it('grows with the time', () => {
    let before = 0;
    for (let us = 1; us < 10 ** 9; us = Math.ceil(us * 1.3)) {
      expect(playSeconds(us)).toBeGreaterThanOrEqual(before);
      before = playSeconds(us);
    }
  });
});

describe('an axis', () => {
  const round: readonly RoundEvent[] = [
    ['newRound', 5_000_000, 2, 7, 0, 2],
    ['vote', 5_000_000, 2, 7, 0, 1, 2, 'aa'],
    ['vote', 5_001_000, 0, 7, 0, 1, 0, 'aa'],
    ['vote', 5_002_000, 0, 7, 0, 2, 0, null],
    ['newRound', 6_002_000, 0, 7, 1, 3],
    ['vote', 6_003_000, 0, 7, 1, 1, 0, 'bb'],
    ['vote', 6_004_500, 0, 7, 1, 2, 0, 'bb'],
    ['committed', 6_005_000, 0, 7, 1, 'bb'],
  ];

  it('has a segment for each phase of each round, and a wait of its true length', () => {
    const axis = axisOf(round);
    expect(axis.segments.map(({ phase, round: of, from }) => [phase, of, from])).toEqual([
      ['propose', 0, 0],
      ['prevote', 0, 1],
      ['precommit', 0, 2],
      ['propose', 1, 3.25],
      ['prevote', 1, 4.25],
      ['precommit', 1, 5.25],
      ['commit', 1, 5.75],
    ]);
    expect(axis.waits).toEqual([{ from: 2, to: 3.25, us: 1_000_000 }]);
  });

  it('finds place, time and event of each other', () => {
    const axis = axisOf(round);
    for (let place = 0; place <= axis.length; place += 0.01)
      expect(axis.placeOf(axis.timeAt(place))).toBeCloseTo(place, 6);
    expect([0, 1, 3.2, 3.25, 99].map((place) => axis.indexAt(place))).toEqual([2, 3, 4, 5, 8]);
    expect(axis.segmentAt(3)?.phase).toBe('precommit');
  });

  it('counts gossip in a wait as no instant, and finds the event before each', () => {
    const gossip = Array.from({ length: 90 }, (_, at): RoundEvent => ['sent', 5_012_000 + at * 11_000, 1, 3, at, 500]);
    const events = [...round.slice(0, 4), ...gossip, ...round.slice(4)];
    const axis = axisOf(events);
    expect([axis.instants, axis.waits]).toEqual([axisOf(round).instants, axisOf(round).waits]);
    for (const [index, [, time]] of events.entries()) {
      const found = axis.indexAt(axis.placeOf(time) + 1e-9);
      expect([found > index, events[found]?.[1] !== time]).toEqual([true, true]);
    }
    // While nothing but gossip happens, the axis grows as a wait does.
    const open = axisOf([...round.slice(0, 4), ...gossip]);
    expect(open.length).toBe(2 + playSeconds(990_000 - 1000));
    expect(open.timeAt(open.length)).toBe(5_012_000 + 89 * 11_000);
  });

  it('ends with the beginning of the next block', () => {
    const events: readonly RoundEvent[] = [...round, ['newRound', 7_005_000, 1, 8, 0, 0]];
    const axis = new BlockAxis({ event: (index) => events[index] as never }, 7, 0);
    axis.extend(round.length, true);
    expect([axis.length, axis.indexAt(axis.length)]).toEqual([7, round.length]);
  });
});

/** Returns what the parts of the page show of a clock: narrator, and the faces of ring and inspector. */
function shownBy(player: Player, history: History): string {
  const { state, at, axis } = player;
  if (state === undefined) throw new Error('the history is empty');
  const { letters } = history;
  const faces = state.nodes.map((_, index) => faceOf(state, index, axis.height, at));
  const said = narrate({ state, at, height: axis.height, letters, undone: [] });
  return JSON.stringify([said, faces], (_, value) => (typeof value === 'bigint' ? `${value}` : value));
}

describe('the clock', () => {
  let history: History;

  beforeAll(async () => {
    await using traced = await tracedDevnet('clock', 4);
    const { devnet } = traced;
    await devnet.network.crashValidator(1);
    await devnet.step('height', 2);
    await devnet.network.restartValidator(1);
    await devnet.step('height', 2);
    await devnet.network.partition([
      [0, 2],
      [1, 3],
    ]);
    await devnet.step('event', 40);
    history = new History();
    await readTrace(traced.text(), { onMessage: (message) => history.take(message) });
  });

  it('shows the same at an instant, played to or sought, forwards and backwards', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.nat(history.end - 1), fc.integer({ min: 1, max: 900 }), (from, ms) => {
        const player = new Player(history);
        player.seek(from);
        player.play();
        player.advance(ms);
        player.pause();
        const { index, at, axis, place } = player;
        const shown = shownBy(player, history);
        seen.add(shown);
        player.seek(history.end);
        player.seekPlace(axis, place);
        if (player.index === index) expect(player.at).toBeCloseTo(at, 3);
        player.seek(index);
        const sought = shownBy(player, history);
        if (player.at === at) expect(sought).toBe(shown);
      }),
      { numRuns: 50, seed: 41 },
    );
    expect(seen.size).toBeGreaterThan(10);
  });

  it.each(['event', 'phase', 'round', 'block'] as const)(
    'steps by %s to the end, and back to the beginning',
    (unit) => {
      const player = new Player(history);
      player.seek(history.first);
      const forwards: number[] = [];
      for (let goal = player.stepFrom(unit, 1); goal < history.end; goal = player.stepFrom(unit, 1)) {
        expect(goal).toBeGreaterThan(player.index);
        player.seek(goal);
        forwards.push(goal);
      }
      player.seek(history.end);
      const backwards: number[] = [];
      while (player.index > history.first) {
        player.seek(player.stepFrom(unit, -1));
        backwards.unshift(player.index);
      }
      expect(backwards.filter((index) => index > history.first)).toEqual(forwards);
    },
  );

  it('plays a round in about four seconds', () => {
    const player = new Player(history);
    const start = history.blockStart(5) ?? 0;
    const axis = history.axisAt(start + 1);
    const rounds = axis.segments.filter(({ phase }) => phase === 'propose').length;
    player.seek(start + 1);
    let seconds = 0;
    for (player.play(); player.axis === axis; seconds += 0.02) player.advance(20);
    expect(seconds / rounds).toBeGreaterThan(3);
    expect(seconds / rounds).toBeLessThan(5);
  });

  it('keeps the instants of messages apart in the diagram, and says what the narrator says when no group can decide', () => {
    for (let index = history.first + 1; index < history.end; index += 50) {
      const axis = history.axisAt(index);
      for (const width of [200, 1000]) {
        const { pxPerSecond, offset } = viewOf(axis, axis.length / 3, width, 1);
        expect(offset).toBeLessThanOrEqual(axis.length * pxPerSecond);
        for (const [place, at] of axis.instants.slice(1).entries())
          expect((at - (axis.instants[place] ?? 0)) * pxPerSecond).toBeGreaterThanOrEqual(12 - 1e-6);
      }
    }
    const player = new Player(history);
    expect(shownBy(player, history)).toContain('2 of 4: 50 %, more than 66.7 % needed.');
  });
});
