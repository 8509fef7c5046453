/** Tests what the page holds of a network of which it sees into one node only. */
import { describe, expect, it } from 'vitest';
import type { RoundEvent, RoundsPicture, UnknownNodePicture } from '../../../src/backend/rounds.js';
import { findArrows } from '../../../src/dashboard/model/arrows.js';
import { History } from '../../../src/dashboard/model/history.js';
import { isProposer, observedNode } from '../../../src/dashboard/model/network_state.js';

const BLOCK = 'abcdef012345';
const UNKNOWN: UnknownNodePicture = { unknown: true };
const KINDS = new Set(['prevote', 'precommit'] as const);

const PICTURE: RoundsPicture = {
  at: 1_000,
  events: 0,
  height: 5,
  validators: ['a', 'b', 'c'].map((name) => {
    return { name, address: name.repeat(40), power: '1', priority: '0', byzantine: false };
  }),
  nodes: [
    UNKNOWN,
    { up: true, height: 5, round: 0, step: 1, proposer: 2, votes: [] },
    { unknown: true, vote: { height: 4, round: 1, type: 2, block: BLOCK } },
  ],
  inFlight: [],
  messages: {},
  faults: [],
  cuts: [],
};

function historyAfter(...events: readonly RoundEvent[]): History {
  const history = new History();
  history.take({ type: 'picture', cause: 'start', picture: PICTURE });
  history.take({ type: 'events', events });
  return history;
}

describe('an unknown node', () => {
  it('has the last vote of its validator, and nothing else', () => {
    const { live } = historyAfter(
      ['newRound', 2_000, 1, 5, 0, 2],
      ['vote', 3_000, 1, 5, 0, 1, 0, BLOCK],
      ['vote', 4_000, 1, 5, 0, 2, 0, null],
      ['vote', 5_000, 1, 5, 0, 1, 0, BLOCK],
    );
    expect(live?.nodes.map(({ unknown, lastVote }) => [unknown, lastVote])).toEqual([
      [true, { height: 5, round: 0, type: 2, block: null }],
      [false, undefined],
      [true, { height: 4, round: 1, type: 2, block: BLOCK }],
    ]);
    expect(live?.nodes[0]).toMatchObject({ proposal: undefined, locked: undefined, timeout: undefined, votes: [] });
  });

  it('has the second of two votes in one place, which contradict each other', () => {
    const { live } = historyAfter(['vote', 3_000, 1, 5, 0, 1, 0, BLOCK], ['vote', 3_500, 1, 5, 0, 1, 0, null]);
    expect(live?.nodes[0]?.lastVote).toEqual({ height: 5, round: 0, type: 1, block: null });
  });

  it('proposes when the observed node says so', () => {
    const { live } = historyAfter(['newRound', 2_000, 1, 5, 0, 0]);
    expect(live && observedNode(live)).toBe(1);
    expect([0, 1, 2].map((index) => live && isProposer(live, index))).toEqual([true, false, false]);
  });

  it('keeps what it had when a picture follows a gap', () => {
    const history = historyAfter(['newRound', 2_000, 1, 5, 0, 2]);
    history.take({ type: 'picture', cause: 'gap', picture: { ...PICTURE, at: 9_000, height: 8 } });
    expect(history.end).toBe(1);
    expect(history.live?.height).toBe(8);
  });
});

describe('the diagram of messages', () => {
  it('draws a vote from its signature to the node that counted it', () => {
    const history = historyAfter(
      ['newRound', 2_000, 1, 5, 0, 2],
      ['vote', 3_000, 1, 5, 0, 1, 0, BLOCK, 2_400],
      ['vote', 3_500, 1, 5, 0, 1, 1, BLOCK],
      ['vote', 4_000, 1, 5, 0, 2, 2, null, 3_900],
    );
    const filter = { kinds: KINDS, height: undefined, node: undefined };
    const { arrows } = findArrows(history, { from: 0, to: 10_000 }, filter);
    expect(arrows.map(({ from, to, sent, end, lost, message }) => [from, to, sent, end, lost, message])).toEqual([
      [0, 1, 2_400, 3_000, undefined, { kind: 'prevote', height: 5, round: 0, block: BLOCK, validator: 0 }],
      [2, 1, 3_900, 4_000, undefined, { kind: 'precommit', height: 5, round: 0, block: null, validator: 2 }],
    ]);
  });
});
