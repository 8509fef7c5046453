/**
 * Plays the fault scenarios of consensus-engine.md 6 and compares the observed node's trace. v0 proposes round 0 of
 * height 1.
 */
import { describe, expect, test } from 'vitest';
import { isCommitted } from '../../src/consensus/decided_state.js';
import { COMMIT, ROUND_0, story } from './story.js';
import { MS, SECOND, START, TestNetwork } from './world_kit.js';

describe('the scenarios', () => {
  test('6.0 no fault is active', () => {
    const host = new TestNetwork().untilAll(1n);
    expect(story(host, 1)).toEqual([...ROUND_0, ...COMMIT(0)]);
  });

  test('6.1 the proposer is silent', () => {
    const host = new TestNetwork();
    host.network.crash(0);
    host.untilAll(1n, [1, 2, 3]);
    const round0 = ['TimeoutPropose 1/0 Propose', 'S:Prevote', 'Polka 1/0 Prevote', 'S:Precommit', 'S:Precommit'];
    const received = story(host, 2).join(' ');
    expect(received).toContain(round0.join(' '));
    expect(received).toContain('TimeoutWait 1/0 Precommit NewRound 1/1 NewRound');
    expect(host.decided(1n).decided.seenCommit.round).toBe(1);
    expect(host.decided(1n).decided.block.header.proposerAddress).toEqual(host.keys[1]?.address);
  });

  test('6.2 one of four is down', () => {
    const host = new TestNetwork();
    host.network.crash(3);
    host.untilAll(1n, [0, 1, 2]);
    expect(story(host, 1)).toEqual([...ROUND_0, ...COMMIT(0)]);
    expect(host.decided(1n).decided.seenCommit.signatures.map((slot) => slot.blockIdFlag)).toEqual([2, 2, 2, 1]);
  });

  test('6.3 two of four are down, then one restarts', () => {
    const host = new TestNetwork();
    host.network.crash(2);
    host.network.crash(3);
    host.drain();
    expect(story(host, 0)).toEqual(ROUND_0);
    expect(host.round(0)).toMatchObject({ height: 1n, round: 0, step: 4 });
    host.network.restart(2);
    host.untilAll(1n, [0, 1, 2]);
    expect(story(host, 0)).toEqual([...ROUND_0, ...COMMIT(0)]);
  });

  test('6.4 the network splits in halves and heals', () => {
    const halves = {
      type: 'partition',
      groups: [
        [0, 1],
        [2, 3],
      ],
    } as const;
    const host = new TestNetwork({ faults: { halves } });
    host.drain();
    expect(host.network.lastDecidedHeight).toBe(0n);
    host.network.setFault('halves', undefined);
    host.untilAll(2n);
  });

  test('6.4 one is partitioned, and catches up height by height', () => {
    const alone = { type: 'partition', groups: [[0, 1, 2], [3]] } as const;
    const host = new TestNetwork({ faults: { alone } });
    host.untilAll(6n, [0, 1, 2]);
    expect(host.round(3)).toMatchObject({ height: 1n });
    host.network.setFault('alone', undefined);
    host.untilAll(7n);
    expect(host.commits(3).every(({ first }) => !first)).toBe(true);
    const received = host.trace(3).map((line) => line.replace(/ 1\/\d/, ''));
    const from = received.indexOf('Vote precommit v2 A');
    expect(received.slice(from, from + 7)).toEqual([
      'Vote precommit v2 A',
      'NewRoundStep Precommit',
      'ValidBlock Precommit',
      'NewRoundStep Commit',
      'Vote precommit v3 nil',
      'CompleteProposal Commit block=A',
      'NewBlock height=1 block=A last_commit.round=0 flags=',
    ]);
  });

  test('6.5 a prevote arrives too late, and the next proposer proposes the valid block again', () => {
    // Node v3 never receives the block and prevotes nil; the vote of v2 arrives after the timeout.
    const faults = {
      blind: { type: 'drop', message: 'part', to: [3] },
      late: { type: 'delay', ms: 5000, from: [2], to: [0, 1, 3] },
    } as const;
    const host = new TestNetwork({ faults });
    host.until(() => host.round(1).round === 1);
    expect(story(host, 1)).toContain('TimeoutWait 1/0 PrevoteWait');
    expect(host.round(1).lockedRound).toBe(-1);
    host.network.setFault('blind', undefined);
    host.network.setFault('late', undefined);
    host.untilAll(1n);
  });

  test('6.6 precommits arrive too late: the block is decided in the round before', () => {
    const late = { type: 'drop', message: 'vote', vote: 'precommit', height: 1, round: 0, to: [1] } as const;
    const host = new TestNetwork({ faults: { late } });
    host.until(() => host.network.lastDecidedHeight === 1n);
    host.network.setFault('late', undefined);
    host.untilAll(1n);
    expect(host.commits(1)[0]?.decided.seenCommit.round).toBe(0);
  });

  test('6.7 a lock holds over a round that fails, and the block is decided in the next', () => {
    const deaf = { type: 'drop', message: 'vote', vote: 'prevote', height: 1, round: 0, to: [1, 2, 3] } as const;
    const host = new TestNetwork({ faults: { deaf } });
    host.until(() => host.round(0).lockedRound === 0);
    expect(host.round(1).lockedRound).toBe(-1);
    host.network.setFault('deaf', undefined);
    host.untilAll(1n);
    const block = host.decided(1n).decided.block.header.proposerAddress;
    expect(block).toEqual(host.keys[0]?.address);
  });

  test('6.13 a validator votes twice: evidence gets into a block, once, and the application receives it', () => {
    const host = new TestNetwork({ faults: { liar: { type: 'equivocate', node: 3, vote: 'prevote' } } });
    host.untilAll(3n);
    host.network.setFault('liar', undefined);
    host.untilAll(9n);
    const guilty = host.commits(0).flatMap(({ decided }) => decided.block.evidence);
    const offences = new Set(guilty.map((item) => (item.type === 'duplicate-vote' ? item.voteA.height : 0n)));
    expect(offences.size).toBeGreaterThanOrEqual(3);
    expect(guilty).toHaveLength(offences.size);
    const asked = host.asks.flatMap((ask) => (ask.type === 'finalizeBlock' ? ask.request.misbehavior : []));
    expect(asked).toHaveLength(guilty.length);
    expect(asked[0]).toMatchObject({
      type: 'duplicate-vote',
      validator: { address: host.keys[3]?.address, power: 10n },
    });
    expect(asked[0]).toMatchObject({ height: 1n, time: START, totalVotingPower: 40n });
    const [first] = guilty;
    if (first === undefined) throw new Error('no evidence');
    expect(isCommitted(host.network.node(0).engine.decidedState, first)).toBe(true);
    host.network.submitEvidence(1, first);
    host.untilAll(host.network.lastDecidedHeight + 4n);
    expect(host.commits(0).flatMap(({ decided }) => decided.block.evidence)).toHaveLength(guilty.length);
  });

  test('6.14 a proposer sends two blocks: at most one is decided', () => {
    const host = new TestNetwork({ faults: { liar: { type: 'double-proposal', node: 0 } } }).untilAll(4n);
    expect(story(host, 1)).not.toEqual([...ROUND_0, ...COMMIT(0)]);
    expect(host.decided(1n).decided.seenCommit.round).toBeGreaterThan(0);
  });

  test('6.15 all validators reject the block: a nil polka ends the round at once', () => {
    let asked = 0;
    const host = new TestNetwork({ accept: () => ++asked > 1 }).untilAll(1n);
    expect(story(host, 3).slice(0, 9)).toEqual([
      ...ROUND_0,
      'Polka 1/0 Prevote',
      'S:Precommit',
      'S:Precommit',
      'TimeoutWait 1/0 Precommit',
      'NewRound 1/1 NewRound',
    ]);
  });

  test('6.16 one fast or slow clock does not move the chain; two of three fast ones do', () => {
    const ahead = (node: number, ms = 3_600_000) => ({ type: 'skew', node, ms }) as const;
    for (const ms of [3_600_000, -3_600_000]) {
      const host = new TestNetwork({ faults: { odd: ahead(2, ms) } }).untilAll(4n);
      expect(host.decided(4n).decided.block.header.time).toBeLessThan(START + 60n * SECOND);
    }
    const host = new TestNetwork({ powers: [10n, 10n, 10n], faults: { a: ahead(0), b: ahead(1) } }).untilAll(4n);
    expect(host.decided(4n).decided.block.header.time).toBeGreaterThan(START + 3600n * SECOND);
  });

  test('6.19 a late joiner skips the rounds that it missed', () => {
    let isReady = false;
    const host = new TestNetwork({ accept: () => isReady });
    host.network.crash(3);
    host.until(() => host.round(0).round === 3 && host.round(0).step === 6);
    host.network.restart(3);
    host.until(() => host.round(3).round >= 3);
    const rounds = host.trace(3).filter((line) => line.startsWith('NewRound '));
    expect(rounds).toEqual(['NewRound 1/0 NewRound proposer=v0', 'NewRound 1/3 NewRound proposer=v3']);
    isReady = true;
    host.untilAll(1n);
  });

  test('6.20 a validator that crashes after signing does not sign again', () => {
    const host = new TestNetwork();
    host.until(() => host.network.node(1).engine.signed !== undefined);
    const { signed } = host.network.node(1).engine;
    host.network.crash(1);
    host.network.restart(1);
    expect(host.network.node(1).engine.signed).toEqual(signed);
    host.untilAll(3n);
    expect(host.network.now).toBeLessThan(START + 10n * SECOND + MS);
  });
});
