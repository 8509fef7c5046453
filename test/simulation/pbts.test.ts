/** Tests proposer-based timestamps in a network: the times of blocks, and which proposals are refused. */
import { describe, expect, it } from 'vitest';
import { isNilBlockId } from '../../src/consensus/types/block_id.js';
import { DEFAULT_SYNCHRONY } from '../../src/consensus/types/pbts.js';
import { VoteType } from '../../src/consensus/types/vote.js';
import { MS, SECOND, START, TestNetwork, type TestNetworkOptions } from './world_kit.js';

const PBTS: TestNetworkOptions = { pbtsFrom: 3n };

const block = (host: TestNetwork, height: bigint) => {
  const { block, seenCommit } = host.decided(height).decided;
  return { ...block.header, round: seenCommit.round };
};

/** Returns the node that proposes round 0 of a height. */
const proposerOf = (host: TestNetwork, height: bigint): number => {
  for (const note of host.notes) if (note.type === 'newRound' && note.height === height) return note.proposerIndex;
  throw new Error(`nobody has begun height ${height}`);
};

/** Returns the nodes that refused the proposal of round 0 as not timely. */
const untimely = (host: TestNetwork, height: bigint) => [
  ...new Set(
    host.notes.flatMap((note) =>
      note.type === 'refused' && note.height === height && note.round === 0 && note.reason.includes('not timely')
        ? [note.node]
        : [],
    ),
  ),
];

/** Returns the same network and the proposers of its first heights. */
const proposers = (): readonly number[] => {
  const host = new TestNetwork(PBTS).untilAll(6n);
  return [0n, 1n, 2n, 3n, 4n, 5n, 6n].map((height) => (height === 0n ? -1 : proposerOf(host, height)));
};

const skew = (node: number, ms: number) => ({ type: 'skew', node, ms }) as const;

describe('the time of a block', () => {
  it('is the median until the height that enables PBTS, and then the clock of the proposer', () => {
    const host = new TestNetwork({ ...PBTS, faults: { fast: skew(proposers()[4] as number, 300) } }).untilAll(5n);
    const begun = (height: bigint) => {
      const times = host.notes.flatMap((note) => (note.type === 'newRound' && note.height === height ? [note] : []));
      expect(times.length).toBeGreaterThan(0);
      return block(host, height).time;
    };
    expect(begun(1n)).toBe(START);
    // Three of four clocks are right, and so is a median.
    expect(begun(2n) - begun(1n)).toBeLessThan(SECOND + 100n * MS);
    expect(begun(4n) - begun(3n)).toBeGreaterThan(SECOND + 290n * MS);
    expect(begun(5n) - begun(4n)).toBeLessThan(SECOND - 200n * MS);
    expect([3n, 4n, 5n].map((height) => block(host, height).round)).toEqual([0, 0, 0]);
  });

  it('is after that of the last block: a proposer whose clock is behind waits', () => {
    const [, , , third, fourth] = proposers();
    const faults = { fast: skew(third as number, 500), slow: skew(fourth as number, -900) };
    const host = new TestNetwork({ ...PBTS, faults }).untilAll(5n);
    expect(block(host, 4n).time).toBe(block(host, 3n).time + 1n);
    expect(block(host, 4n).round).toBe(0);
  });
});

describe('a proposal', () => {
  it.each([
    ['ahead by more than the precision', 540],
    ['behind by more than message delay and precision', -900],
  ])('of a clock that is %s gets nil prevotes, and the next round decides', (_, ms) => {
    const [, , , , fourth] = proposers();
    const slow = ms < 0;
    const synchrony = { precision: 505n * MS, messageDelay: slow ? 200n * MS : DEFAULT_SYNCHRONY.messageDelay };
    const host = new TestNetwork({ ...PBTS, synchrony, faults: { odd: skew(fourth as number, ms) } }).untilAll(4n);
    const others = [0, 1, 2, 3].filter((node) => node !== fourth);
    expect(untimely(host, 4n).sort()).toEqual(others);
    expect(block(host, 4n).round).toBe(1);
    const nil = host.notes.flatMap((note) =>
      note.type === 'vote' && note.vote.height === 4n && note.vote.type === VoteType.Prevote && note.vote.round === 0
        ? [isNilBlockId(note.vote.blockId)]
        : [],
    );
    expect(nil.filter(Boolean).length).toBeGreaterThanOrEqual(3);
  });

  it('of that clock is accepted while blocks have the median', () => {
    const [, , , , fourth] = proposers();
    const host = new TestNetwork({ faults: { fast: skew(fourth as number, 540) } }).untilAll(5n);
    expect([3n, 4n, 5n].map((height) => block(host, height).round)).toEqual([0, 0, 0]);
    expect(untimely(host, 4n)).toEqual([]);
  });

  it('may be later in each round, until a network whose links are slower than the parameter decides', () => {
    const synchrony = { precision: MS, messageDelay: 12n * MS };
    const host = new TestNetwork({ pbtsFrom: 1n, synchrony, linkDelay: 25n * MS }).untilAll(1n);
    // 12 · 1.1 ^ 8 + 1 is the first bound above 25 ms.
    expect(block(host, 1n).round).toBe(8);
  });
});

describe('a network that restarts or goes back', () => {
  it('continues across the enabling height with the same blocks', () => {
    const options = { ...PBTS, faults: { fast: skew(2, 450), slow: skew(1, -300) } };
    const whole = new TestNetwork(options).untilAll(6n);
    const times = [2n, 3n, 4n, 5n, 6n].map((height) => block(whole, height).time);
    for (const height of [1n, 2n, 3n]) {
      const host = new TestNetwork(options).untilAll(height);
      const before = { network: host.network.snapshot(), notes: host.notes.length, asks: host.asks.length };
      host.untilAll(height + 2n);
      host.network.restore(before.network);
      host.notes.length = before.notes;
      host.asks.length = before.asks;
      host.untilAll(6n);
      expect([2n, 3n, 4n, 5n, 6n].map((at) => block(host, at).time)).toEqual(times);
    }
  });
});

describe('with heights that the host starts', () => {
  it('gives headers exactly the requested times, also after failed rounds and in jumps', () => {
    const host = new TestNetwork({ pbtsFrom: 2n, heightStart: 'held' });
    host.network.startHeight(START);
    host.drain();
    const wanted = [START + MS, START + 3600n * SECOND, START + 3600n * SECOND + 1_234_567n, START + 3601n * SECOND];
    for (const time of wanted) {
      host.network.startHeight(host.network.now, time);
      host.drain();
      const { header, lastCommit } = host.decided(host.network.lastDecidedHeight).decided.block;
      expect(header.time).toBe(time);
      expect(lastCommit.height).toBe(header.height - 1n);
    }
    expect(untimely(host, host.network.lastDecidedHeight)).toEqual([]);
  });
});
