import { describe, expect, test } from 'vitest';
import { type VoteSet, votesOf } from '../../src/consensus/tally/vote_set.js';
import { InvariantViolation } from '../../src/kernel/errors.js';
import { MS, SECOND, START, TestNetwork } from './world_kit.js';

const held = () => new TestNetwork({ heightStart: 'held' });

/** Runs one height, including everything that arrives within `timeout_commit` of its decision. */
function mine(host: TestNetwork, at = host.network.now + SECOND, lastCommitTime?: bigint): void {
  host.network.startHeight(at, lastCommitTime);
  host.drain();
}

describe('heightStart "held"', () => {
  test('begins no height without a command', () => {
    const host = held();
    expect(host.network.nextEventTime()).toBeUndefined();
    mine(host);
    expect(host.network.lastDecidedHeight).toBe(1n);
    expect(host.network.nextEventTime()).toBeUndefined();
    expect(host.round(0)).toMatchObject({ height: 2n, round: 0, step: 1 });
  });

  test('begins the height at the given time, or now when that time has passed', () => {
    const host = held();
    mine(host, START + 5n * SECOND);
    expect(host.network.now).toBe(START + 5n * SECOND + 30n * MS);
    mine(host, START);
    expect(host.network.now).toBe(START + 5n * SECOND + 60n * MS);
  });

  test('puts the fourth precommit, which arrives after the decision, into the next block', () => {
    const host = held();
    for (let i = 0; i < 3; i++) mine(host);
    const flags = (slots: readonly { readonly blockIdFlag: number }[]) =>
      slots.map((slot) => slot.blockIdFlag).join('');
    expect(flags(host.decided(2n).decided.seenCommit.signatures)).toContain('1');
    expect(flags(host.decided(3n).decided.block.lastCommit.signatures)).toBe('2222');
  });

  test('gives the next header exactly the requested time', () => {
    const host = held();
    mine(host);
    const wanted = [START + MS, START + 3600n * SECOND, START + 3600n * SECOND + 1_234_567n];
    for (const time of wanted) {
      mine(host, host.network.now, time);
      expect(host.decided(host.network.lastDecidedHeight).decided.block.header.time).toBe(time);
    }
  });

  test('does so with a validator down, a nil precommit, and unequal powers', () => {
    const host = new TestNetwork({ heightStart: 'held', powers: [30n, 20n, 11n, 10n, 5n] });
    mine(host);
    host.network.crash(4);
    mine(host);
    mine(host, host.network.now, START + 77n * SECOND);
    expect(host.decided(host.network.lastDecidedHeight).decided.block.header.time).toBe(START + 77n * SECOND);
  });

  test('re-signs precommits in flight and those of crashed nodes', () => {
    const host = held();
    mine(host);
    host.network.startHeight(host.network.now);
    host.until(() => host.network.lastDecidedHeight === 2n);
    host.network.crash(3);
    host.network.startHeight(host.network.now, START + 99n * SECOND);
    host.network.restart(3);
    host.untilAll(3n);
    expect(host.decided(3n).decided.block.header.time).toBe(START + 99n * SECOND);
  });

  test('re-signs the commit in a catch-up message in flight, whenever the next height starts', () => {
    const time = START + 99n * SECOND;
    let caught = 0;
    for (let steps = 0; ; steps++) {
      const host = held();
      host.network.crash(2);
      for (let i = 0; i < 3; i++) mine(host);
      host.network.restart(2);
      for (let i = 0; i < steps; i++) host.step();
      const isBehind = host.round(2).height <= 3n;
      if (!isBehind) break;
      host.network.startHeight(host.network.now, time);
      host.until(() => host.round(2).height > 3n);
      // Its own precommit, if it sends one, comes after the message and has its own time.
      const others = votesOf(host.round(2).lastCommit as VoteSet).filter((_, validator) => validator !== 2);
      expect(others.map((vote) => vote?.timestamp)).toEqual([time, time, time]);
      caught++;
    }
    expect(caught).toBeGreaterThan(3);
  });

  test('refuses a time less than a millisecond after the last block, or before the first block', () => {
    const host = held();
    expect(() => host.network.startHeight(START, START + SECOND)).toThrow(InvariantViolation);
    mine(host);
    mine(host, host.network.now, START + SECOND);
    expect(() => host.network.startHeight(START, START + SECOND)).toThrow(
      /at least 2025-01-01T00:00:01.001Z, 1 ms after block 2/,
    );
  });

  test('refuses to re-sign the last commit once a proposal may contain it', () => {
    const host = held();
    mine(host);
    host.network.startHeight(host.network.now, START + 5n * SECOND);
    host.network.step();
    expect(() => host.network.startHeight(host.network.now, START + 9n * SECOND)).toThrow(
      /height 2 has begun: its proposal may contain the last commit already/,
    );
    host.drain();
    expect(host.decided(2n).decided.block.header.time).toBe(START + 5n * SECOND);
  });

  test('does not skip the wait for late votes, whatever the configuration says', () => {
    const timeouts = { ...new TestNetwork().options.timeouts, skipTimeoutCommit: true };
    const host = new TestNetwork({ heightStart: 'held', timeouts });
    mine(host);
    expect(host.network.lastDecidedHeight).toBe(1n);
  });

  test('lets a node that is behind catch up without a command', () => {
    const host = held();
    host.network.crash(2);
    for (let i = 0; i < 4; i++) mine(host);
    host.network.restart(2);
    host.drain();
    expect(host.round(2).height).toBe(host.network.lastDecidedHeight + 1n);
  });
});
