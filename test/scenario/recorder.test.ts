/** Tests what a run's recorder has seen before and after a revert, and how single expectations and verbs judge and act. */
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/scenario/expectation.js';
import { EXPECTATIONS } from '../../src/scenario/expectations/index.generated.js';
import { checkOrder, type PlacedEntry } from '../../src/scenario/read_scenario.js';
import { BlockLetters, linesOf, Recorder } from '../../src/scenario/run/recorder.js';

import type { VerbDefinition } from '../../src/scenario/verb.js';
import { VERBS } from '../../src/scenario/verbs/index.generated.js';

const MS = 1_000_000n;
const ADDRESSES = [0, 1].map((byte) => new Uint8Array(20).fill(byte));

/** Records validators whose locked round the test sets. */
function aRecorder() {
  const round = { lockedRound: -1, validRound: -1, lockedBlock: undefined, validBlock: undefined };
  const chain = {
    simNetwork: { now: 0n, node: () => ({ engine: { round } }) },
    keys: ADDRESSES.map((address) => ({ address })),
    genesis: { genesisTime: 0n },
    blockStore: { commit: () => undefined, validators: () => undefined },
  };
  const recorder = new Recorder(
    chain as never,
    { validators: () => [], network: { nodes: [], conflict: undefined } } as never,
    () => undefined,
  );
  const see = (ms: number, note: object): void => recorder.see({ type: 'noted', at: BigInt(ms) * MS, note } as never);
  return {
    ...{ recorder, round },
    newRound: (ms: number, node: number, height: bigint, number = 0): void =>
      see(ms, { type: 'newRound', node, height, round: number, proposer: ADDRESSES[1] }),
    decide: (ms: number, height: bigint, isAccusing = false): void => {
      const evidence = isAccusing
        ? [{ type: 'duplicate-vote', voteA: { validatorAddress: ADDRESSES[1], height: height - 1n } }]
        : [];
      const header = { height, time: 7n * height * MS, proposerAddress: ADDRESSES[0] };
      const blockId = { hash: new Uint8Array(32).fill(Number(height)), parts: { total: 1, hash: new Uint8Array(32) } };
      const seenCommit = { round: 3, signatures: [] };
      see(ms, {
        type: 'committed',
        node: 0,
        first: true,
        decided: { block: { header, txs: [], evidence }, blockId, seenCommit },
      });
    },
  };
}

describe('a recorder', () => {
  it('forgets heights, their beginnings and positions above the height of a revert', () => {
    const { recorder, newRound, decide } = aRecorder();
    for (const [height, at] of [
      [3n, 100],
      [4n, 200],
      [5n, 300],
    ] as const) {
      newRound(at, 0, height);
      decide(at + 40, height, true);
    }
    recorder.forgetAbove(4);
    const { heights, evidence } = recorder.observations();
    expect([...heights.keys()]).toEqual([3, 4]);
    expect(evidence.map(({ included }) => included)).toEqual([3, 4]);
    const reached = (height: number, by?: number) => recorder.reachedAt({ height, round: 0 }, by);
    expect([reached(4), reached(5), reached(4, 0), reached(5, 0)]).toEqual([
      200n * MS,
      undefined,
      200n * MS,
      undefined,
    ]);
    newRound(900, 0, 5n);
    decide(955, 5n);
    expect(reached(5)).toBe(900n * MS);
    expect(recorder.observations().heights.get(5)).toMatchObject({ ms: 55, round: 3, headerMs: 35 });
  });

  it('has the state of a validator when it first reached a position, and tells the validators apart', () => {
    const { recorder, round, newRound } = aRecorder();
    newRound(100, 0, 5n, 1);
    round.lockedRound = 1;
    newRound(130, 1, 5n, 1);
    round.lockedRound = 2;
    newRound(160, 0, 5n, 1);
    const { stateAt } = recorder.observations();
    expect([0, 1].map((node) => stateAt(node, '5/1')?.lockedRound)).toEqual([-1, 1]);
    const place = { height: 5, round: 1 };
    expect([undefined, 0, 1].map((by) => recorder.reachedAt(place, by))).toEqual([100n * MS, 100n * MS, 130n * MS]);
  });

  it('takes the time of a height from its round 0 alone', () => {
    const { recorder, newRound, decide } = aRecorder();
    newRound(100, 1, 5n, 1);
    newRound(120, 0, 5n, 0);
    decide(150, 5n);
    expect(recorder.observations().heights.get(5)?.ms).toBe(30);
  });
});

it('a vote of another height or round is traced with its place', () => {
  const names = { letters: new BlockLetters(), indexOf: () => 1 };
  const line = (height: bigint, round: number) => {
    const blockId = { hash: new Uint8Array(0), parts: { total: 0, hash: new Uint8Array(0) } };
    const vote = { type: 2, height, round, validatorAddress: ADDRESSES[1], blockId };
    return linesOf({ type: 'vote', node: 0, height: 5n, round: 3, vote } as never, names).lines;
  };
  expect([line(5n, 3), line(4n, 3), line(5n, 2)].flat()).toEqual(['PC v1 nil', 'PC 4/3 v1 nil', 'PC 5/2 v1 nil']);
});

/** Returns whether an expectation is met by what a run has shown. */
const isMet = (that: string, data: object, seen: object): boolean => {
  const definition = EXPECTATIONS.find(({ name }) => name === that) as unknown as {
    check(data: object, seen: object): Outcome;
  };
  return definition.check(data, seen).seen === undefined;
};

describe('the border of an expectation', () => {
  it.each([3, 4, 5])('takes evidence %i heights later where at most 4 are expected', (later) => {
    const evidence = [{ kind: 'duplicate-vote', validators: [2], height: 6, included: 6 + later }];
    expect(isMet('evidence', { validators: [2], within: 4 }, { evidence })).toBe(later <= 4);
  });

  it.each([49, 50, 70, 71])('takes %i ms where 50 to 70 ms are expected', (ms) => {
    const heights = new Map([[3, { ms }]]);
    expect(isMet('takes', { height: 3, least: 50, most: 70 }, { heights })).toBe(ms >= 50 && ms <= 70);
  });

  it('takes a halt of the validators that run, wherever the others stopped', () => {
    const node = (index: number, up: boolean, height: bigint) => ({ index, up, height, round: 1, step: 'Prevote' });
    const halted = (nodes: readonly object[]) => isMet('halt', { height: 6, round: 1 }, { heights: new Map(), nodes });
    expect(halted([node(0, true, 6n), node(1, false, 4n)])).toBe(true);
    expect(halted([node(0, true, 6n), node(1, true, 4n)])).toBe(false);
  });
});

const verbOf = (name: string): VerbDefinition<object> =>
  VERBS.find((verb) => verb.name === name) as unknown as VerbDefinition<object>;

describe('a verb', () => {
  it('does to the network what its members say', async () => {
    const calls: unknown[] = [];
    const note =
      (name: string) =>
      async (...args: unknown[]): Promise<void> =>
        void calls.push([name, ...args]);
    const network = { setClockSkew: note('skew'), setLink: note('link') };
    const stage = { devnet: { network }, ids: new Map() } as never;
    for (const [name, data] of [
      ['skew', { validator: 2, ahead: 30 }],
      ['skew', { validator: 3, behind: 40 }],
      ['skew', { validator: 1 }],
      ['link', { validators: [3, 1], up: false }],
      ['link', { validators: [0, 2], delay: 7, loss: 9 }],
    ] as const)
      await verbOf(name).perform(stage, data);
    expect(calls).toEqual([
      ['skew', 2, 30],
      ['skew', 3, -40],
      ['skew', 1, 0],
      ['link', 3, 1, { up: false }],
      ['link', 0, 2, { ms: 7, percent: 9 }],
    ]);
  });

  it('may need an earlier entry that waits, since no run decides which of the two is first', () => {
    const entry = (name: string, height: number, after: number): PlacedEntry => ({
      entry: {
        line: height,
        column: 1,
        at: { height },
        after,
        by: undefined,
        verb: verbOf(name),
        data: { validators: [1] },
      } as never,
      placeOf: () => ({ line: height, column: 1 }),
    });
    expect(() => checkOrder([entry('restart', 3, 500), entry('crash', 4, 0)], 'f.toml')).not.toThrow();
    expect(() => checkOrder([entry('restart', 3, 0), entry('crash', 4, 0)], 'f.toml')).toThrow(
      'which only happens later',
    );
  });
});
