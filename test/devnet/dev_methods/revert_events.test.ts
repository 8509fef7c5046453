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
