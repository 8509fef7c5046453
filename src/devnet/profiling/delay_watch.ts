/**
 * Measures how long the event loop kept other work waiting. One task holds its thread at a time, as a goroutine holds a
 * lock: this is what Go calls blocking and contention here. A late tick is a delay; delays are counted by their size.
 */
import type { Ticker } from '../platform.js';
import type { Sample } from './pprof.js';

const TICK_MS = 10;
const NANOS_PER_MS = 1_000_000;
/** Delay that timers have anyway, in milliseconds. */
const LEAST_MS = 1;

interface Bucket {
  readonly count: number;
  readonly nanos: number;
}

export class DelayWatch {
  /** Delays by power of two, in milliseconds: those from there up to the next one. */
  readonly #buckets = new Map<number, Bucket>();
  #stop: (() => void) | undefined;
  #thresholdMs = LEAST_MS;
  #weight = 1;
  #seen = 0;
  #last = 0;

  constructor(
    private readonly nowMs: () => number,
    private readonly every: Ticker,
  ) {}

  /**
   * Records delays of at least `thresholdNs`. Of these it counts each `oneIn`th, with the weight `oneIn`. Earlier counts
   * stay. With `oneIn` 0 it stops counting.
   */
  watch(thresholdNs: number, oneIn: number): void {
    this.#stop?.();
    this.#stop = undefined;
    if (oneIn === 0) return;
    this.#thresholdMs = Math.max(LEAST_MS, thresholdNs / NANOS_PER_MS);
    this.#weight = oneIn;
    this.#last = this.nowMs();
    this.#stop = this.every(TICK_MS, () => this.#tick());
  }

  /** Returns samples with the count and the nanoseconds. */
  samples(): readonly Sample[] {
    return [...this.#buckets]
      .sort(([a], [b]) => a - b)
      .map(([fromMs, { count, nanos }]) => ({
        stack: [
          { name: `delayed ${fromMs} ms to ${2 * fromMs} ms`, file: '', line: 0 },
          { name: 'event loop', file: '', line: 0 },
        ],
        values: [count, nanos],
      }));
  }

  #tick(): void {
    const now = this.nowMs();
    const delayMs = now - this.#last - TICK_MS;
    this.#last = now;
    if (delayMs < this.#thresholdMs || ++this.#seen % this.#weight !== 0) return;
    const from = 2 ** Math.floor(Math.log2(delayMs));
    const { count, nanos } = this.#buckets.get(from) ?? { count: 0, nanos: 0 };
    this.#buckets.set(from, {
      count: count + this.#weight,
      nanos: nanos + this.#weight * delayMs * NANOS_PER_MS,
    });
  }
}
