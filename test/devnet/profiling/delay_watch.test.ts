/** Tests delays of the event loop, with a clock and a timer that the test controls. */
import { expect, it } from 'vitest';
import type { Ticker } from '../../../src/devnet/platform.js';
import { DelayWatch } from '../../../src/devnet/profiling/delay_watch.js';

function aWatch() {
  let now = 0;
  let tick: (() => void) | undefined;
  const every: Ticker = (_, action) => {
    tick = action;
    return () => {
      tick = undefined;
    };
  };
  const watch = new DelayWatch(() => now, every);
  /** Makes the timer late by each of these delays. */
  const late = (...delays: number[]): void => {
    for (const delayMs of delays) {
      now += 10 + delayMs;
      tick?.();
    }
  };
  const counted = () => watch.samples().map(({ stack, values }) => [stack[0]?.name, ...values]);
  return { watch, late, counted, ticks: () => tick !== undefined };
}

it('counts delays by their size, and none before it starts or after it stops', () => {
  const { watch, late, counted, ticks } = aWatch();
  late(50);
  watch.watch(1, 1);
  late(0, 0.5, 1, 3, 2, 500);
  watch.watch(0, 0);
  expect(ticks()).toBe(false);
  late(50);
  expect(counted()).toEqual([
    ['delayed 1 ms to 2 ms', 1, 1_000_000],
    ['delayed 2 ms to 4 ms', 2, 5_000_000],
    ['delayed 256 ms to 512 ms', 1, 500_000_000],
  ]);
});

it('counts from a threshold on', () => {
  const { watch, late, counted } = aWatch();
  watch.watch(5_000_000, 1);
  late(4, 6);
  expect(counted()).toEqual([['delayed 4 ms to 8 ms', 1, 6_000_000]]);
});

it('counts each third one for three', () => {
  const { watch, late, counted } = aWatch();
  watch.watch(0, 3);
  late(1, 1, 1, 1, 1);
  expect(counted()).toEqual([['delayed 1 ms to 2 ms', 3, 3_000_000]]);
});
