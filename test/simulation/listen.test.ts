/** Tests what a listener receives from a network, and that listening does not change the run. */
import { describe, expect, test } from 'vitest';
import { campaignKeys } from '../../scripts/campaign_keys.js';
import { consensusCrypto } from '../../src/crypto/validator_keys.js';
import { Session } from '../../src/simulation/campaign/session.js';
import { planOf } from '../../src/simulation/campaign/session_plan.js';
import type { NetworkEvent } from '../../src/simulation/index.js';
import { EQUIVOCATION } from './forks.js';
import { MS, SECOND, START, TestNetwork, type TestNetworkOptions } from './world_kit.js';

type ReceivedEvent<T extends NetworkEvent['type']> = Extract<NetworkEvent, { readonly type: T }>;

function listening(options: TestNetworkOptions = {}) {
  const host = new TestNetwork(options);
  const arrived: NetworkEvent[] = [];
  const stop = host.network.listen((event) => arrived.push(event));
  const of = <T extends NetworkEvent['type']>(type: T): readonly ReceivedEvent<T>[] =>
    arrived.filter((event): event is ReceivedEvent<T> => event.type === type);
  return { host, arrived, stop, of };
}

describe('a listener', () => {
  test("receives every node's events, in order", () => {
    const { host, of } = listening();
    host.untilAll(3n);
    expect(new Set(host.notes.map(({ node }) => node)).size).toBe(4);
    expect(of('noted').map(({ note }) => note)).toEqual(host.notes);
  });

  test('receives each message when it is sent and, one delay later, when it arrives', () => {
    const { host, of } = listening();
    host.untilAll(2n);
    host.runTo(host.network.now + 500n * MS);
    const sent = of('sent').map(({ at, delay, from, to, message }) => ({ at: at + delay, from, to, message }));
    const received = of('received').map(({ at, from, to, message }) => ({ at, from, to, message }));
    expect(sent.length).toBeGreaterThan(50);
    expect(received).toEqual(sent);
    expect(new Set(sent.map(({ from, to }) => `${from} ${to}`)).size).toBe(12);
  });

  test('receives each timeout when it is scheduled, with the time at which it fires', () => {
    const { host, of } = listening({ faults: { late: { type: 'silent-proposer', node: 0 } } });
    host.runTo(START + 8n * SECOND);
    const fired = of('noted').flatMap(({ at, note }) => (note.type === 'timeout propose' ? [{ at, note }] : []));
    expect(fired.length).toBeGreaterThan(2);
    for (const { at, note } of fired)
      expect(of('scheduled')).toContainEqual(
        expect.objectContaining({ node: note.node, height: note.height, round: note.round, step: 3, until: at }),
      );
  });

  test('receives the fault that dropped a message, and a forged message that was sent', () => {
    const faults = {
      lossy: { type: 'drop', message: 'vote', from: [1], to: [2] },
      apart: { type: 'partition', groups: [[0, 1, 2], [3]] },
      liar: { type: 'equivocate', node: 0 },
    } as const;
    const { host, of } = listening({ faults });
    host.runTo(START + 3n * SECOND);
    const lost = of('dropped');
    const by = (from: number, to: number) =>
      new Set(lost.filter((drop) => drop.from === from && drop.to === to).map((drop) => JSON.stringify(drop.by)));
    expect(by(1, 2)).toEqual(new Set(['{"type":"fault","name":"lossy"}']));
    expect(by(0, 3)).toEqual(new Set(['{"type":"fault","name":"apart"}']));
    expect(by(0, 1)).toEqual(new Set());
    const votes = of('sent').flatMap(({ from, to, message }) =>
      from === 0 && to === 1 && message.type === 'vote' ? [message.vote] : [],
    );
    const firsts = votes.filter((vote) => vote.height === 1n && vote.round === 0 && vote.type === 1);
    expect(firsts).toHaveLength(2);
  });

  test('receives drops by a cut link and by a receiver that is down', () => {
    const { host, of } = listening();
    host.network.disconnect(0, 1);
    host.network.crash(3);
    host.untilAll(1n, [0, 1, 2]);
    host.runTo(host.network.now + SECOND);
    const by = (from: number, to: number) =>
      new Set(
        of('dropped')
          .filter((drop) => drop.from === from && drop.to === to)
          .map((drop) => drop.by.type),
      );
    expect(by(0, 1)).toEqual(new Set(['cut']));
    expect(by(0, 3)).toEqual(new Set(['down']));
    expect(of('received').some(({ to }) => to === 3)).toBe(false);
  });

  test('runs between two events, and may send commands', () => {
    const host = new TestNetwork();
    const stop = host.network.listen((event) => {
      if (event.type !== 'noted' || event.note.type !== 'committed' || event.note.node !== 1) return;
      stop();
      host.network.crash(3);
    });
    host.untilAll(2n, [0, 1, 2]);
    expect(host.network.node(3).up).toBe(false);
    expect(host.network.commands()).toHaveLength(1);
  });

  test('receives the events of the step that broke an invariant', () => {
    // Before the second decision of a fork, every node is declared honest.
    const { host, arrived } = listening({ faults: EQUIVOCATION.faults });
    let before = host.network.snapshot();
    host.until(() => {
      if (host.network.conflict !== undefined) return true;
      before = host.network.snapshot();
      return false;
    });
    host.network.restore({ ...before, registers: { ...before.registers, byzantine: [] } });
    const events = arrived.length;
    expect(() => host.step()).toThrow(/agreement/);
    expect(arrived.length).toBeGreaterThan(events);
    expect(arrived.at(-1)?.at).toBe(host.network.now);
  });

  test('receives nothing after it has stopped, while others still do', () => {
    const { host, arrived, stop } = listening();
    const others: NetworkEvent[] = [];
    host.network.listen((event) => others.push(event));
    host.untilAll(1n);
    const { length } = arrived;
    expect(others).toEqual(arrived);
    stop();
    host.untilAll(2n);
    expect(arrived).toHaveLength(length);
    expect(others.length).toBeGreaterThan(length);
  });
});

describe('listening', () => {
  test.each(['1', '2', '11', '16', '28'])('does not change the session of seed %s', (seed) => {
    const play = (listener?: (event: NetworkEvent) => void): Session => {
      const plan = planOf(seed);
      const session = new Session(plan, campaignKeys(plan.powers.length + plan.watchers), consensusCrypto);
      if (listener !== undefined) session.network.listen(listener);
      return session.run();
    };
    let count = 0;
    const arrived = play(() => count++);
    const unreceived = play();
    expect(count).toBeGreaterThan(arrived.network.events);
    expect(arrived.lines).toEqual(unreceived.lines);
    const { registers, randoms, traffic } = arrived.network.snapshot();
    const other = unreceived.network.snapshot();
    expect([registers.serial, registers.now, randoms, traffic]).toEqual([
      other.registers.serial,
      other.registers.now,
      other.randoms,
      other.traffic,
    ]);
  });
});
