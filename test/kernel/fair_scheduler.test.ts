import { describe, expect, it } from 'vitest';
import { FairScheduler, runInSlices, runInTurn, type TimeSlice } from '../../src/kernel/fair_scheduler.js';
import { FairQueue } from '../../src/kernel/queues.js';

/** Provides a clock that advances only with work, and an event loop whose turns the test counts. */
function aHost() {
  const host = { nowMs: 0, iterations: 0 };
  const scheduler = new FairScheduler({
    now: () => host.nowMs,
    afterIo: (action) =>
      void setImmediate(() => {
        host.iterations++;
        action();
      }),
  });
  return { host, scheduler };
}

type TestDevnet = ReturnType<typeof aHost>;

/** Does work of the given number of steps, each as long as a slice. It records the event loop turn of each step. */
async function work({ host, scheduler }: TestDevnet, id: string, slices: number, received: string[]): Promise<void> {
  const slice: TimeSlice = await scheduler.begin({ id });
  for (let i = 0; i < slices; i++) {
    received.push(`${host.iterations}:${id}`);
    host.nowMs += 10;
    await slice.yieldIfDue();
  }
  slice.end();
}

describe('the scheduler', () => {
  it('lets work begin at once when no other work runs', () => {
    const { scheduler } = aHost();
    const slice = scheduler.begin({ id: 'a' });
    expect(slice).not.toBeInstanceOf(Promise);
    expect((slice as TimeSlice).yieldIfDue()).toBeUndefined();
  });

  it('gives one slice in each turn of the event loop, round-robin among clients', async () => {
    const testDevnet = aHost();
    const received: string[] = [];
    const crowd = Array.from({ length: 50 }, () => work(testDevnet, 'crowd', 2, received));
    const other = work(testDevnet, 'other', 3, received);
    await Promise.all([...crowd, other]);
    expect(received.slice(0, 7)).toEqual(['0:crowd', '1:crowd', '2:other', '3:crowd', '4:other', '5:crowd', '6:other']);
    expect(new Set(received.map((line) => line.split(':')[0])).size).toBe(received.length);
  });

  it('runs several short pieces in one slice, and no more than fit', async () => {
    const { host, scheduler } = aHost();
    const done: number[] = [];
    const piece = async (): Promise<void> => {
      const slice = await scheduler.begin({ id: 'a' });
      host.nowMs += 4;
      slice.end();
      done.push(host.iterations);
    };
    await Promise.all(Array.from({ length: 6 }, piece));
    expect(done).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('makes a client whose short work adds up to a slice wait until the next turn, and no other client', async () => {
    const { host, scheduler } = aHost();
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    for (let i = 0; i < 2; i++) {
      expect(scheduler.isOverBudget(a)).toBe(false);
      const since = host.nowMs;
      host.nowMs += 6;
      scheduler.charge(a, since);
    }
    expect([scheduler.isOverBudget(a), scheduler.isOverBudget(b)]).toEqual([true, false]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(scheduler.isOverBudget(a)).toBe(false);
  });

  it('runs short work at once while its client is within its budget, and later in a slice', async () => {
    const { host, scheduler } = aHost();
    const work = (ms: number) => () => {
      host.nowMs += ms;
      return host.iterations;
    };
    expect(runInTurn(undefined, { id: 'a' }, work(1))).toBe(0);
    expect(runInTurn(scheduler, { id: 'a' }, work(6))).toBe(0);
    expect(runInTurn(scheduler, { id: 'a' }, work(7))).toBe(0);
    const late = runInTurn(scheduler, { id: 'a' }, work(2));
    expect(runInTurn(scheduler, { id: 'b' }, work(3))).toBe(0);
    expect(await late).toBe(1);
    const failing = (): never => {
      throw new Error('bug');
    };
    expect(() => runInTurn(scheduler, { id: 'c' }, failing)).toThrow('bug');
    expect(scheduler.begin({ id: 'c' })).not.toBeInstanceOf(Promise);
  });
});

describe('steps in slices', () => {
  function* steps(host: { nowMs: number }, count: number): Generator<void, string> {
    for (let i = 0; i < count; i++) {
      host.nowMs += 3;
      yield;
    }
    return 'done';
  }

  it('run at once when there is time for all, or without a scheduler', () => {
    const { host, scheduler } = aHost();
    expect(runInSlices(scheduler, { id: 'a' }, steps(host, 3))).toBe('done');
    expect(runInSlices(undefined, { id: 'a' }, steps(host, 1000))).toBe('done');
  });

  it('pause when a slice is used up', async () => {
    const { host, scheduler } = aHost();
    expect(await runInSlices(scheduler, { id: 'a' }, steps(host, 9))).toBe('done');
    expect(host.iterations).toBe(2);
  });

  it('end when the client is gone, and let other clients continue', async () => {
    const { host, scheduler } = aHost();
    const left = runInSlices(scheduler, { id: 'a', gone: () => host.iterations > 0 }, steps(host, 1000));
    await expect(left).rejects.toThrow('the client is gone');
    expect(host.nowMs).toBe(12);
    expect(await runInSlices(scheduler, { id: 'b' }, steps(host, 1))).toBe('done');
  });

  it('that throw release their slice', async () => {
    const { scheduler } = aHost();
    // biome-ignore lint/correctness/useYield: it fails before its first step.
    const broken = function* (): Generator<void, never> {
      throw new Error('broken');
    };
    expect(() => runInSlices(scheduler, { id: 'a' }, broken())).toThrow('broken');
    expect(scheduler.begin({ id: 'b' })).not.toBeInstanceOf(Promise);
  });
});

it("a fair queue serves the clients that it admits, each client's items in order", () => {
  const queue = new FairQueue<number>();
  for (const [client, item] of [
    ['a', 1],
    ['a', 2],
    ['b', 3],
    ['c', 4],
  ] as const)
    queue.push(client, item);
  expect(queue.size).toBe(4);
  expect(queue.next((client) => client !== 'a')).toBe(3);
  expect(queue.size).toBe(3);
  expect([queue.next(), queue.next(), queue.next(), queue.next()]).toEqual([1, 4, 2, undefined]);
  expect(queue.size).toBe(0);
});
