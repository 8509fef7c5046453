/** Tests that one program at a time runs a node. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { NodeLocks } from '../../src/cli/testnet/node_locks.js';

it('locks the nodes of a network one by one, all or none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-net-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [a, b, c] = ['a', 'b', 'c'].map((name) => join(folder, name)) as [string, string, string];
  const first = await NodeLocks.take(folder, [a, b]);
  await expect(NodeLocks.take(folder, [c, b])).rejects.toMatchObject({ code: 'unavailable', facts: { home: b } });
  const second = await NodeLocks.take(folder, [c]);
  await first.release(b);
  const third = await NodeLocks.take(folder, [b]);
  await expect(NodeLocks.take(folder, [a])).rejects.toThrow('is in use by this process');
  // A home that was released before is not released again: another program has locked it.
  await first.releaseAll();
  await expect(NodeLocks.take(folder, [b])).rejects.toThrow('is in use by this process');
  for (const locks of [second, third]) await locks.releaseAll();
  await (await NodeLocks.take(folder, [a, b, c])).releaseAll();
});
