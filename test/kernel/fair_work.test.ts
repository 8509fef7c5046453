import { expect, it } from 'vitest';
import { FairWork } from '../../src/kernel/fair_work.js';

it('runs one piece at a time, round-robin among clients, even after a failure', async () => {
  const queue = new FairWork();
  const ran: string[] = [];
  let running = 0;
  const piece = (name: string) => async (): Promise<string> => {
    expect(++running).toBe(1);
    await Promise.resolve();
    running--;
    ran.push(name);
    if (name === 'a1') throw new Error('no');
    return name;
  };
  const first = queue.run('a', piece('a1'));
  const rest = [
    ...['a2', 'a3', 'a4'].map((name) => queue.run('a', piece(name))),
    ...['b1', 'b2'].map((name) => queue.run('b', piece(name))),
  ];
  await expect(first).rejects.toThrow('no');
  expect(await Promise.all(rest)).toEqual(['a2', 'a3', 'a4', 'b1', 'b2']);
  expect(ran).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  expect(await queue.run('c', piece('c1'))).toBe('c1');
});
