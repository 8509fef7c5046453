/** Tests what listeners of the EVM receive of blocks that are taken back, for as long as they listen. */
import { expect, it } from 'vitest';
import { NodeUnderTest } from './node_kit.js';

it('a listener hears of blocks, and of blocks that are taken back, until it stops', async () => {
  const node = await NodeUnderTest.start();
  const { evmPort, snapshots } = node.node;
  const heard: string[] = [];
  const stop = evmPort.listen((notice) =>
    heard.push(notice.type === 'undoing' ? `undoing ${notice.first} to ${notice.last}` : notice.type),
  );
  const [first, second] = [await snapshots.take(), await snapshots.take()];
  await node.mine(2);
  expect(await snapshots.revert(second)).toBe(true);
  expect(heard).toEqual(['block', 'block', 'undoing 2 to 3']);
  stop();
  await node.mine(2);
  expect(await snapshots.revert(first)).toBe(true);
  expect(heard).toHaveLength(3);
});
