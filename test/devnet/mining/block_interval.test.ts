/** Tests blocks by the clock, with a platform whose timers the test fires. */
import { expect, it } from 'vitest';
import { type BlockInterval, tick } from '../../../src/devnet/mining/block_interval.js';
import type { MiningDriver } from '../../../src/devnet/mining/mining_mode_definition.js';

/** Records what the mining mode requests of its platform, and lets the test run it. */
function aDrive(draws: readonly number[] = []) {
  const delays: number[] = [];
  const bounds: number[] = [];
  const open: (() => void)[] = [];
  let fire: (() => void) | undefined;
  const withinMs: number[] = [];
  const drive: Pick<MiningDriver, 'schedule' | 'every' | 'below' | 'height'> = {
    schedule: (delayMs, action) => {
      delays.push(delayMs);
      fire = action;
      return () => {
        fire = undefined;
      };
    },
    every: (ms, action) => {
      delays.push(ms);
      fire = action;
      return () => {
        fire = undefined;
      };
    },
    below: (bound) => {
      bounds.push(bound);
      return draws[bounds.length - 1] as number;
    },
    height: (ms) => {
      withinMs.push(ms);
      return new Promise((resolve) => open.push(resolve));
    },
  };
  const settle = async (): Promise<void> => {
    for (const end of open.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    delays,
    bounds,
    settle,
    fire: () => fire?.(),
    start: (ticks: BlockInterval) => tick(ticks, drive as MiningDriver),
    withinMs,
    heights: () => withinMs.length,
    planned: () => fire !== undefined,
  };
}

it('an interval is drawn for each block, from the least to the most', async () => {
  const host = aDrive([0, 3, 1]);
  const running = host.start({ ms: 10, maxMs: 13 });
  for (let i = 0; i < 2; i++) {
    host.fire();
    await host.settle();
  }
  expect(host.delays).toEqual([10, 13, 11]);
  expect(host.bounds).toEqual([4, 4, 4]);
  expect(host.withinMs).toEqual([10, 13]);
  running.stop();
  expect(host.planned()).toBe(false);
});

it.each([{ ms: 10 }, { ms: 10, maxMs: 10 }])(
  'with %j a tick during the work of the last one is dropped',
  async (ticks) => {
    const host = aDrive([0, 0, 0, 0]);
    host.start(ticks);
    host.fire();
    host.fire();
    expect(host.heights()).toBe(1);
    await host.settle();
    host.fire();
    expect(host.heights()).toBe(2);
  },
);
