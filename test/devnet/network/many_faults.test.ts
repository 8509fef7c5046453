/** Tests commands that end many faults. */
import { expect, test } from 'vitest';
import { NodeUnderTest } from '../node_kit.js';

test('healing ends many partitions and settings of links with one command', async () => {
  const node = await NodeUnderTest.start({ miningMode: 'manual' });
  const { networkControl } = node.node;
  const groups = [
    [0, 1],
    [2, 3],
  ];
  for (let i = 0; i < 20; i++) {
    await networkControl.partition(groups);
    await networkControl.setLink(i % 2, 2, { ms: i });
  }
  const loss = await networkControl.addFault({ type: 'loss', percent: 0 });
  const before = node.simNetwork.commands().length;
  await networkControl.heal();
  expect(node.simNetwork.commands().slice(before)).toMatchObject([{ command: { type: 'endFaults' } }]);
  expect(networkControl.faults.map(({ id }) => id)).toEqual([loss]);
  expect(node.simNetwork.faults.map(({ name }) => name)).toEqual([String(loss)]);
  expect(node.simNetwork.isConnected(1, 2)).toBe(true);
  await node.mine();
});
