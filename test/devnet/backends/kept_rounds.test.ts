/** Tests that kept rounds are those that a listener heard, under faults, reverts and restarts, and that they are bounded. */
import { describe, expect, test } from 'vitest';
import type { RoundEvent, RoundMessage, RoundsMessage } from '../../../src/backend/rounds.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';
import { FollowedRounds } from './rounds/followed_rounds.js';

/** More events a second than any test makes. */
const ALL = 10_000_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const goOn = async (): Promise<boolean> => true;

const stepping = (options: DevnetOptions = {}): Promise<NodeUnderTest> =>
  NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'step', ...options });

/** Describes events with their messages in place of the numbers, which differ between two feeds. */
function described(messages: readonly RoundsMessage[]): string[] {
  const known = new Map<number, RoundMessage>();
  const text = (event: RoundEvent): string[] => {
    switch (event[0]) {
      case 'message':
        known.set(event[1], event[2]);
        return [];
      case 'sent':
      case 'received':
      case 'dropped':
        return [JSON.stringify(event.with(4, JSON.stringify(known.get(event[4])) as never))];
      default:
        return [JSON.stringify(event)];
    }
  };
  return messages.flatMap((message) => {
    if (message.type === 'events') return message.events.flatMap(text);
    for (const [number, one] of Object.entries(message.picture.messages)) known.set(Number(number), one);
    return [];
  });
}

async function replayed({ node }: NodeUnderTest, first: number, last = first): Promise<RoundsMessage[]> {
  const messages: RoundsMessage[] = [];
  const replay = node.keptRounds.replayOf({ first, last });
  expect(await replay((message) => messages.push(message), goOn)).toBe(true);
  return messages;
}

/** Hears a node from now on. */
function hear({ node }: NodeUnderTest): RoundsMessage[] {
  const messages: RoundsMessage[] = [];
  node.rounds.listenToRounds((message) => messages.push(message), ALL);
  return messages;
}

describe('a replay', () => {
  test('has every event that a listener heard, under faults and crashes, in the middle of a height', async () => {
    const node = await stepping();
    await node.node.loop.step('height', 1);
    const heard = hear(node);
    const { loop, networkControl } = node.node;
    await loop.step('event', 29);
    await networkControl.addFault({ type: 'loss', percent: 20 });
    await loop.step('event', 150);
    await networkControl.crashValidator(2);
    await loop.step('event', 170);
    await networkControl.restartValidator(2);
    await networkControl.addFault({ type: 'equivocate', node: 3 });
    await loop.step('event', 311);
    await turn();
    const height = Number(node.height);
    expect(height).toBeGreaterThan(3);
    const { kept } = node.node.keptRounds;
    expect(kept).toMatchObject({ first: 1, last: expect.any(Number) });
    const messages = await replayed(node, 3, kept?.last);
    const events = described(messages);
    expect(events.length).toBeGreaterThan(2000);
    // The listener also heard the last votes of block 2.
    expect(events).toEqual(described(heard).slice(-events.length));
    // The events lead from picture to picture.
    const followed = new FollowedRounds();
    for (const message of messages) followed.take(message);
    expect(followed.causes.filter((cause) => cause === 'start')).toHaveLength(1);
  });

  test('goes up to the picture with which a listener begins, with other numbers of messages', async () => {
    const node = await stepping();
    await node.node.loop.step('event', 171);
    const before: RoundsMessage[] = [];
    const heard = hear(node);
    await turn();
    const [picture] = heard;
    if (picture?.type !== 'picture') throw new Error('no picture');
    await node.node.loop.step('event', 60);
    await turn();
    const { events, height } = picture.picture;
    await node.node.keptRounds.replayOf({ first: 1, last: height }, events)((message) => before.push(message), goOn);
    const all = await replayed(node, 1, node.node.keptRounds.kept?.last);
    expect([...described(before), ...described(heard)]).toEqual(described(all));
    const numbers = new Set(Object.keys(picture.picture.messages));
    const own = before.flatMap((message) => (message.type === 'events' ? message.events : []));
    expect(own.some((event) => event[0] === 'message' && numbers.has(`${event[1]}`))).toBe(false);
  });

  test('of one block begins with its proposal, and ends before the next one', async () => {
    const node = await NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'manual' });
    await node.mine(5);
    const [picture, ...rest] = await replayed(node, 4);
    expect(picture).toMatchObject({ type: 'picture', cause: 'start', picture: { height: 4 } });
    const events = rest.flatMap((message) => (message.type === 'events' ? message.events : []));
    const committed = events.filter((event) => event[0] === 'committed');
    expect(committed.map((event) => event[3])).toEqual([4, 4, 4, 4]);
    expect(events.find((event) => event[0] === 'message')?.[2]).toMatchObject({ kind: 'proposal', height: 4 });
  });

  test('has the transactions that were proposed, also after the pool has changed', async () => {
    const node = await NodeUnderTest.start({ validators: 4, seed: '7' });
    for (const nonce of [0, 1, 2]) await node.comet.broadcast(await transfer(31337n, nonce));
    const before = await replayed(node, 2);
    await node.mine(3);
    expect(described(await replayed(node, 2))).toEqual(described(before));
  });

  test('ends when nobody reads, and changes nothing of the chain', async () => {
    const node = await stepping();
    await node.node.networkControl.addFault({ type: 'loss', percent: 20 });
    await node.node.loop.step('height', 5);
    const { events } = node.simNetwork;
    const before = JSON.stringify(
      node.simNetwork.position().nodes.map(({ node: { engine } }) => `${engine.round.round}`),
    );
    let pauses = 0;
    const replay = node.node.keptRounds.replayOf({ first: 1, last: 6 });
    expect(
      await replay(
        () => undefined,
        async () => ++pauses < 2,
      ),
    ).toBe(false);
    expect(pauses).toBe(2);
    expect(node.simNetwork.events).toBe(events);
    expect(
      JSON.stringify(node.simNetwork.position().nodes.map(({ node: { engine } }) => `${engine.round.round}`)),
    ).toBe(before);
  });
});

describe('what is kept', () => {
  test('is after a revert what it was at the snapshot, and goes on as without the detour', async () => {
    const rounds = async (detour: boolean): Promise<string[]> => {
      const node = await stepping();
      await node.node.loop.step('height', 2);
      await node.node.loop.step('event', 17);
      const id = await node.node.snapshots.take();
      const { kept } = node.node.keptRounds;
      if (detour) {
        await node.node.networkControl.crashValidator(1);
        await node.node.loop.step('height', 40);
        expect(node.node.keptRounds.kept?.last).toBeGreaterThan(40);
        await node.node.snapshots.revert(id);
        expect(node.node.keptRounds.kept).toEqual(kept);
      }
      await node.node.loop.step('event', 90);
      return described(await replayed(node, 2, node.node.keptRounds.kept?.last));
    };
    const plain = await rounds(false);
    expect(plain.length).toBeGreaterThan(200);
    expect(await rounds(true)).toEqual(plain);
  });

  test('is gone after going back without a snapshot, and after a restart, with a sentence that says so', async () => {
    const home = await temporaryHome();
    const first = await NodeUnderTest.open({ validators: 4, seed: '7', miningMode: 'manual', home });
    await first.mine(4);
    expect(first.node.keptRounds.kept).toEqual({ first: 1, last: 5 });
    await first.node.rollback.rollback(2n);
    expect(first.node.keptRounds.kept).toBeUndefined();
    expect(() => first.node.keptRounds.replayOf({ first: 2, last: 2 })).toThrow(
      'the rounds of block 2 are not kept: the devnet keeps none, in memory',
    );
    await first.mine(2);
    expect(first.node.keptRounds.kept).toEqual({ first: 4, last: 5 });
    await first.close();
    const second = await NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'manual', home });
    await second.mine();
    expect(second.node.keptRounds.kept).toEqual({ first: 6, last: 6 });
    expect(() => second.node.keptRounds.replayOf({ first: 5, last: 6 })).toThrow('those of blocks 6 to 6');
    expect(described(await replayed(second, 6)).length).toBeGreaterThan(50);
  });

  test('has at most 256 blocks, without a gap', async () => {
    const node = await NodeUnderTest.start({ validators: 1, seed: '7', miningMode: 'manual' });
    await node.mine(400);
    const { first = 0, last = 0 } = node.node.keptRounds.kept ?? {};
    expect(last).toBe(401);
    expect(last - first).toBeLessThan(256);
    expect(last - first).toBeGreaterThan(200);
    expect(described(await replayed(node, first)).length).toBeGreaterThan(5);
    expect(() => node.node.keptRounds.replayOf({ first: first - 1, last })).toThrow(`blocks ${first} to ${last}`);
  });

  test('is bounded in a height that never ends', async () => {
    const node = await NodeUnderTest.start({ validators: 4, seed: '7', miningMode: 'manual' });
    const { simNetwork } = node;
    const { networkControl, keptRounds } = node.node;
    await networkControl.crashValidator(1);
    await networkControl.crashValidator(2);
    for (let i = 0; i < 100_000; i++) simNetwork.passTime(simNetwork.now + 1_000n);
    expect(keptRounds.bytes).toBeLessThan(16_777_217);
    expect(keptRounds.bytes).toBeGreaterThan(15_000_000);
    expect(keptRounds.kept).toBeUndefined();
  });
});
