/** Delays repeated attempts: each delay is twice the one before it, up to a limit. */

const FIRST_MS = 250;
const MAX_MS = 5_000;

export class Backoff {
  #nextMs = FIRST_MS;

  /** Returns the milliseconds before the next attempt. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(MAX_MS, 2 * ms);
    return ms;
  }

  /** Starts with the shortest delay again, after an attempt that succeeded. */
  reset(): void {
    this.#nextMs = FIRST_MS;
  }
}
