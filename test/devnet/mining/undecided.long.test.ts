/** Tests chains whose validators cannot decide: what time passes, what callers get, and how they go on after healing. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { NANOS_PER_MILLISECOND } from '../../../src/kernel/time.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

const MS = NANOS_PER_MILLISECOND;
const INTERVAL_MS = 500;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function aNode(options: DevnetOptions): Promise<NodeUnderTest> {
  const node = await NodeUnderTest.start(options);
  node.node.loop.start();
  await node.mine(2);
  return node;
}

/** Lets ticks pass, one after the other, each with its work. */
async function ticks(node: NodeUnderTest, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    vi.advanceTimersByTime(INTERVAL_MS);
    await node.node.loop.run(async () => undefined);
  }
}

const halves = (node: NodeUnderTest) => {
  node.simNetwork.crash(2);
  node.simNetwork.crash(3);
};

const heal = (node: NodeUnderTest) => {
  node.simNetwork.restart(2);
  node.simNetwork.restart(3);
};

/** Lets the proposer of the next height and two equivocators decide two blocks. */
function fork(node: NodeUnderTest): void {
  const proposer = node.proposerOf(node.height + 1n);
  const [other, left, right] = [1, 2, 3].map((more) => (proposer + more) % 4) as [number, number, number];
  node.simNetwork.setFault('proposer', { type: 'double-proposal', node: proposer });
  for (const index of [proposer, other]) node.simNetwork.setFault(`${index}`, { type: 'equivocate', node: index });
  node.simNetwork.disconnect(left, right);
}

const roundsOf = (node: NodeUnderTest): readonly number[] =>
  [0, 1, 2, 3].map((index) => node.simNetwork.node(index).engine.round.round);

const send = async (node: NodeUnderTest, nonce: number) =>
  node.node.evmBackend.sendRaw(await transfer(node.chain.evmChainId, nonce));

describe.each(['interval', 'mixed'] as const)('the mining mode %s', (type) => {
  const miningMode = { type, ms: INTERVAL_MS } as const;

  it('lets no time pass on a chain that conflicting commits have ended, and goes on after a revert', async () => {
    const node = await aNode({ miningMode: { type: 'manual' } });
    const id = await node.node.snapshots.take();
    for (let i = 0; i < 4 && node.simNetwork.conflict === undefined; i++) {
      fork(node);
      await node.mine().catch(() => undefined);
    }
    const { height } = node;
    await node.node.loop.setMiningMode(miningMode);
    const { now } = node.simNetwork;
    await ticks(node, 3);
    expect(node.simNetwork.conflict).toBeDefined();
    expect([node.height, node.simNetwork.now]).toEqual([height, now]);
    await node.node.snapshots.revert(id);
    await node.node.loop.setMiningMode(miningMode);
    await ticks(node, 2);
    expect(node.height).toBeGreaterThan(2n);
  });

  it('lets the network time pass with the clock while two of four are down, and goes on when they are back', async () => {
    const node = await aNode({ miningMode });
    halves(node);
    await ticks(node, 1);
    const { height } = node;
    const since = node.simNetwork.now;
    await ticks(node, 40);
    expect(node.height).toBe(height);
    expect(node.simNetwork.now - since).toBe(BigInt(40 * INTERVAL_MS) * MS);
    heal(node);
    await ticks(node, 12);
    expect(node.height).toBeGreaterThan(height + 3n);
  });

  it('lets rounds fail as fast as on the clock, when all are up and proposals are lost', async () => {
    const node = await aNode({ miningMode });
    node.simNetwork.setFault('silent', { type: 'drop', message: 'proposal' });
    await ticks(node, 1);
    const since = node.simNetwork.now;
    expect(roundsOf(node)).toEqual([0, 0, 0, 0]);
    await ticks(node, 20);
    expect(node.simNetwork.now - since).toBe(BigInt(20 * INTERVAL_MS) * MS);
    expect(Math.max(...roundsOf(node))).toBeGreaterThan(0);
    expect(Math.max(...roundsOf(node))).toBeLessThan(4);
    node.simNetwork.setFault('silent', undefined);
    const { height } = node;
    await ticks(node, 20);
    expect(node.height).toBeGreaterThan(height);
  });

  it('makes the same blocks as manual mining while nothing is wrong', async () => {
    const [ticking, manual] = [await aNode({ miningMode, seed: 'same' }), await aNode({ seed: 'same' })];
    await ticks(ticking, 5);
    await manual.mine(5);
    expect(ticking.chain.blockStore.state.lastBlockId).toEqual(manual.chain.blockStore.state.lastBlockId);
  });
});

describe('automine', () => {
  it('answers the sender while the chain cannot decide, and mines what is pending after healing', async () => {
    const node = await aNode({ miningMode: { type: 'automine' } });
    const { height } = node;
    halves(node);
    for (let nonce = 0; nonce < 10; nonce++) await send(node, nonce);
    expect(node.height).toBe(height);
    expect(node.chain.pool.size).toBe(10);
    heal(node);
    await send(node, 10);
    expect(node.chain.pool.size).toBe(0);
    expect(node.height).toBeGreaterThan(height);
  });

  it('lets no rounds fail for senders after the first, until something changes', async () => {
    const node = await aNode({ miningMode: { type: 'automine' } });
    node.simNetwork.setFault('silent', { type: 'drop', message: 'proposal' });
    await send(node, 0);
    expect(Math.max(...roundsOf(node))).toBeGreaterThan(5);
    const [now, rounds] = [node.simNetwork.now, roundsOf(node)];
    for (let nonce = 1; nonce < 10; nonce++) await send(node, nonce);
    expect(node.simNetwork.now).toBe(now);
    expect(roundsOf(node)).toEqual(rounds);
    node.simNetwork.setFault('silent', undefined);
    await node.node.loop.run(async () => undefined, { next: 'mine' });
    expect(node.chain.pool.size).toBe(0);
  });
});

describe.each(['automine', 'manual', 'interval', 'mixed'] as const)('a call that mines, in %s', (type) => {
  const miningMode = type === 'interval' || type === 'mixed' ? { type, ms: INTERVAL_MS } : { type };

  it('is refused with the validators that are missing, and raises no rounds', async () => {
    const node = await aNode({ miningMode });
    halves(node);
    const { mining } = node.node;
    for (let i = 0; i < 5; i++) {
      const refused = expect(mining.mine()).rejects;
      await refused.toMatchObject({ code: 'unavailable', facts: { online: 20n, total: 40n, down: [2, 3] } });
    }
    await expect(mining.mine()).rejects.toThrow(/20 of 40 is \(down: 2 \(validator-2\), 3 \(validator-3\)\)/);
    expect(roundsOf(node)).toEqual([0, 0, 0, 0]);
    heal(node);
    expect(await mining.mine()).toBe(node.height);
  });

  it('says which validators are cut off', async () => {
    const node = await aNode({ miningMode });
    const groups = [
      [0, 1],
      [2, 3],
    ];
    node.simNetwork.setFault('split', { type: 'partition', groups });
    await expect(node.node.mining.mine()).rejects.toThrow('cut off from the others: 2 (validator-2), 3 (validator-3)');
    node.simNetwork.setFault('split', undefined);
    await node.mine();
  });

  it('says how many rounds have failed when all validators are online', async () => {
    const node = await aNode({ miningMode });
    node.simNetwork.setFault('silent', { type: 'drop', message: 'proposal' });
    await expect(node.node.mining.mine()).rejects.toThrow(
      /has come to round \d+ without a decision, although 40 of 40/,
    );
  });
});
