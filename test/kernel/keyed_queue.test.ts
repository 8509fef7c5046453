import { expect, it } from 'vitest';
import { KeyedQueue } from '../../src/kernel/queues.js';

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

it('never runs two works of a key at once, also when the first has ended', async () => {
  const queue = new KeyedQueue();
  const [running, most] = [new Set<number>(), { count: 0 }];
  const work = (id: number) => async (): Promise<void> => {
    running.add(id);
    most.count = Math.max(most.count, running.size);
    await new Promise(setImmediate);
    running.delete(id);
  };
  const [first, second] = [queue.run('a', work(1)), queue.run('a', work(2))];
  await first;
  await new Promise(process.nextTick);
  await Promise.all([second, queue.run('a', work(3)), queue.run('a', work(4))]);
  expect(most.count).toBe(1);
});
