/**
 * Tests the mining mode `realtime` with a platform whose clock the test moves, and a network that is a list of times.
 */
import { describe, expect, it } from 'vitest';
import type { MiningDriver } from '../../../../src/devnet/mining/mining_mode_definition.js';
import { mode } from '../../../../src/devnet/mining/modes/realtime.js';
import { NANOS_PER_MILLISECOND } from '../../../../src/kernel/time.js';

const ms = (count: number): bigint => BigInt(count) * NANOS_PER_MILLISECOND;

/** Events at `times` of the network. `happened` records when each happened on the wall clock. */
class Bench implements MiningDriver {
  readonly happened: (readonly [network: number, wall: number])[] = [];
  now = 0n;
  wall = 0;
  /** Wall-clock time that an instant takes. */
  workMs = 0;
  #timer: { readonly at: number; readonly action: () => void } | undefined;

  constructor(public times: number[]) {}

  nowMs = (): number => this.wall;
  every = (): never => {
    throw new Error('nothing is periodic');
  };
  below = (): never => {
    throw new Error('nothing is drawn');
  };

  schedule = (delayMs: number, action: () => void): (() => void) => {
    const timer = { at: this.wall + delayMs, action };
    this.#timer = timer;
    return () => {
      if (this.#timer === timer) this.#timer = undefined;
    };
  };

  get timers(): number {
    return this.#timer === undefined ? 0 : 1;
  }

  get nextTime(): bigint | undefined {
    const [next] = this.times;
    return next === undefined ? undefined : ms(next);
  }

  height = (): never => {
    throw new Error('no height in one go');
  };

  instant = async (): Promise<void> => {
    const next = this.times.shift() as number;
    this.now = ms(next);
    this.happened.push([next, this.wall]);
    this.wall += this.workMs;
  };

  /** Advances the wall clock to `wall`, one timer after another. */
  async until(wall: number): Promise<void> {
    for (let timer = this.#timer; timer !== undefined && timer.at <= wall; timer = this.#timer) {
      this.wall = Math.max(this.wall, timer.at);
      this.#timer = undefined;
      timer.action();
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.wall = Math.max(this.wall, wall);
  }
}

const run = (factor: number, bench: Bench) => mode.run?.({ type: 'realtime', factor }, bench);

describe('realtime', () => {
  it('runs the network’s time as fast as the wall clock', async () => {
    const bench = new Bench([10, 11, 1011, 1012]);
    run(1, bench);
    await bench.until(1011);
    expect(bench.happened).toEqual([
      [10, 10],
      [11, 11],
      [1011, 1011],
    ]);
  });

  it('runs it faster or slower by its factor', async () => {
    for (const [factor, wall] of [
      [2, [50, 500]],
      [0.5, [200, 2000]],
    ] as const) {
      const bench = new Bench([100, 1000]);
      run(factor, bench);
      await bench.until(5000);
      expect(bench.happened.map(([, at]) => at)).toEqual(wall);
    }
  });

  it('compensates for the duration of the work', async () => {
    const bench = new Bench([10, 20, 30, 100]);
    bench.workMs = 15;
    run(1, bench);
    await bench.until(200);
    expect(bench.happened.map(([, at]) => at)).toEqual([10, 25, 40, 100]);
  });

  it('does not catch up with hours of a suspended computer', async () => {
    const bench = new Bench([10, 1010, 2010]);
    run(1, bench);
    await bench.until(10);
    bench.wall = 3_600_000;
    await bench.until(3_600_000);
    await bench.until(3_600_999);
    expect(bench.happened.map(([network]) => network)).toEqual([10, 1010]);
    await bench.until(3_601_000);
    expect(bench.happened.map(([network]) => network)).toEqual([10, 1010, 2010]);
  });

  it('waits for a command when no event comes by itself, and then acts at once', async () => {
    const bench = new Bench([]);
    const running = run(1, bench);
    expect(bench.timers).toBe(0);
    bench.wall = 5000;
    bench.times = [1];
    running?.moved?.();
    await bench.until(5000);
    expect(bench.happened).toEqual([[1, 5000]]);
  });

  it('is not delayed by commands that take no network time', async () => {
    const bench = new Bench([100]);
    const running = run(1, bench);
    for (const wall of [30, 60, 90]) {
      await bench.until(wall);
      running?.moved?.();
    }
    await bench.until(100);
    expect(bench.happened).toEqual([[100, 100]]);
  });

  it('continues from the network time that a command has set', async () => {
    const bench = new Bench([100]);
    const running = run(1, bench);
    await bench.until(50);
    bench.now = ms(5000);
    bench.times = [5100];
    running?.moved?.();
    await bench.until(149);
    expect(bench.happened).toEqual([]);
    await bench.until(150);
    expect(bench.happened).toEqual([[5100, 150]]);
  });

  it('leaves no timer behind', async () => {
    const bench = new Bench([100, 200]);
    const running = run(1, bench);
    running?.stop();
    running?.moved?.();
    await bench.until(1000);
    expect([bench.timers, bench.happened]).toEqual([0, []]);
  });
});
