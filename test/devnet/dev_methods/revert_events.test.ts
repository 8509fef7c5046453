/** Tests which events of new and of reverted blocks the EVM backend sends to its listeners. */
import { expect, it } from 'vitest';
import { NodeUnderTest } from '../node_kit.js';

it('a listener is notified of new and of reverted blocks until it stops', async () => {
  const node = await NodeUnderTest.start();
  const { evmBackend, snapshots } = node.node;
  const received: string[] = [];
  const stop = evmBackend.listen((event) =>
    received.push(event.type === 'undoing' ? `undoing ${event.first} to ${event.last}` : event.type),
  );
  const [first, second] = [await snapshots.take(), await snapshots.take()];
  await node.mine(2);
  expect(await snapshots.revert(second)).toBe(true);
  expect(received).toEqual(['block', 'block', 'undoing 2 to 3', 'reverted']);
  stop();
  await node.mine(2);
  expect(await snapshots.revert(first)).toBe(true);
  expect(received).toHaveLength(4);
});

it('a height that was decided before a snapshot is published once, before a revert or after it', async () => {
  const { node, chain } = await NodeUnderTest.start({ miningMode: 'step' });
  // Events follow the first validator. Without it they come when the time of a height is over.
  await node.networkControl.crashValidator(0);
  const published: bigint[] = [];
  chain.publishedHeights.listen((height) => published.push(height));
  while (chain.blockStore.height < 2n) await node.loop.step('event', 1);
  expect([node.producer.published, published]).toEqual([1n, []]);
  const [first, second] = [await node.snapshots.take(), await node.snapshots.take()];
  expect(await node.snapshots.revert(second)).toBe(true);
  expect(node.producer.published).toBe(1n);
  while (node.producer.published < 2n) await node.loop.step('event', 1);
  expect(published).toEqual([2n]);
  expect(await node.snapshots.revert(first)).toBe(true);
  await node.loop.step('height', 1);
  expect(published.filter((height) => height === 2n)).toEqual([2n]);
});

it('a revert forgets the proposals that were missed since the snapshot, and no earlier ones', async () => {
  const bench = await NodeUnderTest.start({ miningMode: 'manual' });
  // The first validator is the one that is observed.
  while (bench.proposerOf(bench.height + 1n) === 0) await bench.mine();
  const { producer, loop, networkControl, snapshots } = bench.node;
  const next = bench.height + 1n;
  const before = await snapshots.take();
  const proposer = bench.proposerOf(next);
  for (const validator of [proposer, proposer === 1 ? 2 : 1]) await networkControl.crashValidator(validator);
  expect((await loop.mine()).type).toBe('stalled');
  expect(producer.hasMissedProposal(next, 0)).toBe(true);
  const between = await snapshots.take();
  await snapshots.revert(between);
  expect(producer.hasMissedProposal(next, 0)).toBe(true);
  await snapshots.revert(before);
  expect([bench.height, producer.hasMissedProposal(next, 0)]).toEqual([next - 1n, false]);
});
