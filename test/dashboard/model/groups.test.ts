/** Tests which validators can communicate, and what the narrator says when no group of them can decide. */
import { describe, expect, it } from 'vitest';
import type { RoundsPicture } from '../../../src/backend/rounds.js';
import { BlockLetters } from '../../../src/dashboard/model/block_letters.js';
import { groupsOf, isStuck } from '../../../src/dashboard/model/groups.js';
import { narrate } from '../../../src/dashboard/model/narrate.js';
import { type NetworkState, stateFromPicture } from '../../../src/dashboard/model/network_state.js';
import { STEP } from '../../../src/dashboard/model/node_state.js';

const POWERS = [11, 12, 13, 14];

/** Returns a network of four validators, of which some are down, with faults and cut links. */
function networkOf({ down = [], faults = [], cuts = [], ...given }: Partial<Shape>): NetworkState {
  const validators = POWERS.map((power, index) => ({
    ...{ name: `validator-${index}`, address: `${index}`, power: `${power}`, priority: '0', byzantine: false },
  }));
  const idle = { height: 5, round: 0, step: STEP.newHeight, proposer: -1, votes: [] };
  const nodes = given.nodes ?? POWERS.map((_, index) => ({ ...idle, up: !down.includes(index) }));
  const picture = { at: 0, events: 0, height: 5, validators, nodes, inFlight: [], messages: {}, cuts };
  return stateFromPicture({ ...picture, faults: faults.map((text) => ({ name: text, text })) });
}

interface Shape extends Pick<RoundsPicture, 'cuts' | 'nodes'> {
  readonly down: readonly number[];
  readonly faults: readonly string[];
}

const membersOf = (state: NetworkState): readonly (readonly number[])[] =>
  groupsOf(state).map(({ members }) => members);

const said = (state: NetworkState) => narrate({ state, at: 0, height: 5, letters: new BlockLetters(), undone: [] });

describe('the groups', () => {
  it('are those of all partitions and cut links together, by index or by name', () => {
    expect(membersOf(networkOf({}))).toEqual([[0, 1, 2, 3]]);
    expect(membersOf(networkOf({ faults: ['partition groups=0,1/2,3'] }))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(membersOf(networkOf({ faults: ['partition groups=validator-0,validator-2/validator-1'] }))).toEqual([
      [0, 2],
      [1],
      [3],
    ]);
    const cuts = [
      [0, 1],
      [3, 1],
      [1, 2],
    ] as const;
    expect(membersOf(networkOf({ cuts }))).toEqual([[0, 2, 3], [1]]);
    expect(membersOf(networkOf({ cuts: [[0, 1]] }))).toEqual([[0, 1, 2, 3]]);
  });

  it('count the power of those that are up', () => {
    const groups = groupsOf(networkOf({ down: [2], faults: ['partition groups=0,1,2/3'] }));
    expect(groups.map(({ up, power }) => [up, power])).toEqual([
      [2, 23n],
      [1, 14n],
    ]);
  });
});

describe('the narrator', () => {
  it('says how much is up and how much is needed when nobody can decide', () => {
    const state = networkOf({ down: [1, 3] });
    expect(isStuck(state, groupsOf(state))).toBe(true);
    expect(said(state)).toMatchObject({
      phase: 'stuck',
      title: 'Stuck: only 2 of 4 are up',
      why: '2 of 4 up: 48 %, more than 66.7 % needed.',
    });
    expect(said(networkOf({ faults: ['partition groups=0,1/2,3'] }))).toMatchObject({
      title: 'Stuck: the largest side has only 2 of 4',
      why: '2 of 4: 54 %, more than 66.7 % needed.',
    });
    expect(said(networkOf({ down: [0] })).phase).toBe('propose');
  });

  it('tells of the locks that bind the others while one validator is ahead with a decision of its own', () => {
    const [a, b] = ['aa', 'bb'];
    const prevotes = { 1: a, 2: a, 3: b };
    const late = {
      up: true,
      height: 5,
      round: 3,
      step: STEP.prevote,
      proposer: 3,
      votes: [{ round: 3, prevotes, precommits: {} }],
    };
    const locked = { round: 0, block: a };
    const ahead = { up: true, height: 6, round: 0, step: STEP.propose, proposer: 1, votes: [] };
    const state = networkOf({ nodes: [ahead, { ...late, locked }, { ...late, locked }, late] });
    state.decided = [{ at: 0, height: 5, round: 0, block: a, seals: 3 }];
    const letters = new BlockLetters();
    for (const block of [a, b]) letters.add(5, block);
    expect(narrate({ state, at: 0, height: 6, letters, undone: [] })).toEqual({
      phase: 'prevote',
      place: 'Block 5, round 3',
      title: 'Validators 1 and 2 prevote A, validator-3 prevotes B',
      why: 'Validator-0 decided A already. Validators 1 and 2 are locked on A: a lock holds until a later polka.',
      failed: 3,
    });
  });

  it('tells of a fork before all else', () => {
    const state = networkOf({ down: [0, 1] });
    state.conflicts = [{ node: 3, height: 5 }];
    expect(said(state)).toMatchObject({
      phase: 'fork',
      title: 'validator-3 decided another block at height 5: a fork',
    });
  });
});
