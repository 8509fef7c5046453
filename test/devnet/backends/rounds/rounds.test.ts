/** Tests that the events of the feed lead from one picture to the next, under every fault, crashes and reverts. */
import { describe, expect, test } from 'vitest';
import type { RoundsMessage } from '../../../../src/backend/rounds.js';
import { ChainRounds } from '../../../../src/devnet/backends/rounds.js';
import type { NetworkFault } from '../../../../src/devnet/faults/fault_menu.js';
import { FAULT_DEFINITIONS } from '../../../../src/simulation/index.js';
import { NodeUnderTest } from '../../node_kit.js';
import { differences, FollowedRounds } from './followed_rounds.js';

/** More events a second than any test makes. */
const ALL = 10_000_000;

const FAULTS: Readonly<Record<string, NetworkFault>> = {
  amnesia: { type: 'amnesia', node: 1 },
  'bad-extension': { type: 'bad-extension', node: 2 },
  delay: { type: 'delay', ms: 40, from: [0], to: [1, 2] },
  'double-proposal': { type: 'double-proposal', node: 0 },
  drop: { type: 'drop', message: 'vote', from: [1], to: [2] },
  duplicate: { type: 'duplicate', percent: 50, ms: 10 },
  equivocate: { type: 'equivocate', node: 3 },
  'late-proposal': { type: 'late-proposal', node: 0, ms: 4000 },
  loss: { type: 'loss', percent: 20 },
  'nil-prevotes': { type: 'nil-prevotes', node: 2 },
  'no-extension': { type: 'no-extension', node: 1 },
  partition: { type: 'partition', groups: [[0, 1, 2], [3]] },
  reorder: { type: 'reorder', ms: 20 },
  'silent-proposer': { type: 'silent-proposer', node: 1 },
  skew: { type: 'skew', node: 2, ms: 300 },
  'withhold-proposal': { type: 'withhold-proposal', node: 0, to: [1] },
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Follows the rounds of a node, and compares them with a picture of a second listener. */
class RoundsUnderTest {
  readonly followed = new FollowedRounds();

  constructor(
    readonly node: NodeUnderTest,
    budget = ALL,
  ) {
    this.stop = node.node.rounds.listenToRounds((message) => this.followed.take(message), budget);
  }

  readonly stop: () => void;

  async differences(): Promise<string[]> {
    await turn();
    await turn();
    const fresh = new FollowedRounds();
    const stop = this.node.node.rounds.listenToRounds((message) => fresh.take(message), ALL);
    while (fresh.picture === undefined) await turn();
    stop();
    return differences(this.followed, fresh);
  }
}

const stepping = (options: object = {}): Promise<NodeUnderTest> =>
  NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'step', ...options });

describe('the events', () => {
  test('cover every fault of the menu', () => {
    expect(Object.keys(FAULTS).sort()).toEqual(FAULT_DEFINITIONS.map(({ type }) => type).sort());
  });

  test.each(Object.keys(FAULTS))('lead from picture to picture under %s', async (name) => {
    const node = await stepping();
    const following = new RoundsUnderTest(node);
    await node.node.networkControl.addFault(FAULTS[name]);
    for (let i = 0; i < 12; i++) {
      await node.node.loop.step('event', 23);
      expect(await following.differences(), `after ${i} steps`).toEqual([]);
    }
    expect(following.followed.events.length).toBeGreaterThan(200);
    expect(following.followed.picture?.faults.map(({ text }) => text.split(' ')[0])).toEqual([name]);
  });

  test('lead through a crash and a restart', async () => {
    const node = await stepping();
    const following = new RoundsUnderTest(node);
    const { loop, networkControl } = node.node;
    for (const act of [() => networkControl.crashValidator(2), () => networkControl.restartValidator(2)]) {
      await loop.step('event', 31);
      await act();
      expect(await following.differences()).toEqual([]);
      for (let i = 0; i < 6; i++) {
        await loop.step('event', 17);
        expect(await following.differences()).toEqual([]);
      }
    }
    expect(following.followed.causes).toEqual(['start', 'network', 'network']);
    const lost = following.followed.events.filter((event) => event[0] === 'dropped' && event[5] === 'down');
    expect(lost.length).toBeGreaterThan(0);
  });

  test('begin again with a picture after a revert', async () => {
    const node = await stepping();
    const following = new RoundsUnderTest(node);
    const id = await node.node.snapshots.take();
    await node.node.loop.step('height', 2);
    await node.node.snapshots.revert(id);
    expect(await following.differences()).toEqual([]);
    expect(following.followed.causes.at(-1)).toBe('revert');
    await node.node.loop.step('event', 40);
    expect(await following.differences()).toEqual([]);
  });
});

test('a node listens to its network only while someone listens to the rounds', async () => {
  const node = await stepping();
  let listeners = 0;
  const { simNetwork } = node.chain;
  const listen = simNetwork.listen.bind(simNetwork);
  simNetwork.listen = (listener) => {
    const stop = listen(listener);
    listeners++;
    return () => {
      listeners--;
      stop();
    };
  };
  await node.node.loop.step('height', 1);
  expect(listeners).toBe(0);
  const stops = [1, 2].map(() => node.node.rounds.listenToRounds(() => undefined, ALL));
  expect(listeners).toBe(1);
  for (const stop of stops) stop();
  expect(listeners).toBe(0);
});

describe('a budget', () => {
  /** Makes a feed of the node's rounds for which no time passes; `recover` runs the timers that it started. */
  const feedOf = ({ chain }: NodeUnderTest) => {
    let timers: (() => void)[] = [];
    const rounds = new ChainRounds({
      chain,
      loop: { now: () => 0, afterIo: (action) => void setImmediate(action) },
      schedule: (_delayMs, action) => {
        timers.push(action);
        return () => {
          timers = timers.filter((timer) => timer !== action);
        };
      },
    });
    const recover = (): void => {
      for (const timer of timers.splice(0)) timer();
    };
    return { rounds, recover };
  };

  const committedHeights = (events: FollowedRounds['events']): number[] =>
    events.flatMap((event) => (event[0] === 'committed' ? [event[3]] : []));

  test('that is used up leaves out whole heights, and then the present state is shown', async () => {
    const node = await NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'manual' });
    const { rounds, recover } = feedOf(node);
    const followed = new FollowedRounds();
    const stop = rounds.listenToRounds((message) => followed.take(message), 200);
    await node.mine(40);
    await turn();
    const committed = committedHeights(followed.events);
    expect(committed.length).toBeGreaterThan(0);
    expect(new Set(committed).size).toBeLessThan(20);
    // Each height that was begun was shown to its end.
    for (const height of committed) expect(committed.filter((other) => other === height)).toHaveLength(4);
    expect(followed.causes).toEqual(['start']);
    // The time of its pause passes, and then no height begins while the listener waits for one.
    recover();
    recover();
    await turn();
    expect(followed.causes).toEqual(['start', 'gap']);
    expect(followed.picture?.height).toBe(42);
    stop();
  });

  test('is shared by many listeners, who get what a few would get', async () => {
    const heightsOf = async (listeners: number): Promise<number> => {
      const node = await NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'manual' });
      const { rounds } = feedOf(node);
      const seen = new Set<number>();
      const take = (message: RoundsMessage): void => {
        if (message.type === 'events') for (const height of committedHeights([...message.events])) seen.add(height);
      };
      const stops = Array.from({ length: listeners }, () => rounds.listenToRounds(take, 5000));
      await node.mine(40);
      await turn();
      for (const stop of stops) stop();
      return seen.size;
    };
    expect(await heightsOf(4)).toBe(40);
    expect(await heightsOf(200)).toBeLessThan(20);
  });
});

test('leaves nothing out in the mining mode step', async () => {
  const node = await stepping();
  const following = new RoundsUnderTest(node, 10);
  await node.node.loop.step('height', 10);
  expect(await following.differences()).toEqual([]);
  expect(following.followed.causes).toEqual(['start']);
});
