import { expect, it } from 'vitest';
import { KeyedQueue } from '../../src/kernel/keyed_queue.js';

it('runs the work of a key in order, even after a failure, and does not delay other keys', async () => {
  const queue = new KeyedQueue();
  const ran: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = queue.run('a', async () => {
    await held;
    ran.push('a1');
    throw new Error('no');
  });
  const second = queue.run('a', async () => ran.push('a2'));
  await queue.run('b', async () => ran.push('b1'));
  expect(ran).toEqual(['b1']);
  release();
  await expect(first).rejects.toThrow('no');
  await second;
  await queue.run('a', async () => ran.push('a3'));
  expect(ran).toEqual(['b1', 'a1', 'a2', 'a3']);
});
