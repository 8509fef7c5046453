/** Tallies the calls of an interface by method, and measures how long they take. */
import { Histogram } from './histogram.js';

/** Method under which calls of methods that do not exist are counted. */
export const UNKNOWN_METHOD = 'unknown';

export interface MethodCount {
  calls: number;
  errors: number;
}

/** Measures the calls of one interface. */
export class CallMeter {
  readonly methods = new Map<string, MethodCount>();
  readonly durations = new Histogram();

  /** `nowMs` returns the milliseconds of any monotonic clock. */
  constructor(readonly nowMs: () => number) {}

  /** Runs a call, which may return a promise, and counts it when it has ended. */
  measure<T>(method: string, call: () => T): T {
    const began = this.nowMs();
    try {
      const result = call();
      if (result instanceof Promise) {
        const ended = (isError: boolean) => (): void => this.#count(method, began, isError);
        result.then(ended(false), ended(true));
      } else this.#count(method, began, false);
      return result;
    } catch (error) {
      this.#count(method, began, true);
      throw error;
    }
  }

  #count(method: string, began: number, isError: boolean): void {
    let counts = this.methods.get(method);
    if (counts === undefined) {
      counts = { calls: 0, errors: 0 };
      this.methods.set(method, counts);
    }
    counts.calls += 1;
    if (isError) counts.errors += 1;
    this.durations.observe((this.nowMs() - began) / 1000);
  }
}
