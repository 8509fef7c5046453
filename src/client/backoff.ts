/** Delays retries: each delay is twice the previous one, up to a limit. */

const FIRST_MS = 250;
const MAX_MS = 5_000;
/** Most doublings, so that no delay is infinite before its limit applies. */
const MAX_DOUBLINGS = 30;

/** Returns the milliseconds before retry number `attempt`, which counts from 1. */
export const backoffMs = (attempt: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** Math.min(attempt - 1, MAX_DOUBLINGS));

/** Delays between attempts to reach a server, by the number of attempts. */
export class Backoff {
  #attempts = 0;

  /** Returns the milliseconds before the next attempt. */
  next(): number {
    return backoffMs(++this.#attempts, FIRST_MS, MAX_MS);
  }

  /** Resets to the shortest delay after an attempt that succeeded. */
  reset(): void {
    this.#attempts = 0;
  }
}

/** Calls back once after `delayMs`, unless the returned function is called first. */
export type Schedule = (delayMs: number, action: () => void) => () => void;

/** Schedules by the timers of the platform. */
export const timers: Schedule = (delayMs, action) => {
  const timer = setTimeout(action, delayMs);
  return () => clearTimeout(timer);
};
