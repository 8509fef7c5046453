/**
 * The limits of what a proposal fetches of the chain below a forked one, so that a transaction with thousands of reads
 * that depend on each other does not hold the chain. What was fetched stays, so the next proposal goes on where this
 * one stopped. A block that is decided has no such limit, so every execution of it gives the same.
 */
import { HalleyError } from '../../kernel/errors.js';

export interface FetchLimits {
  /** Most requests that wait for the ones before. */
  readonly rounds: number;
  /** Time after which no further request begins, in milliseconds. */
  readonly ms: number;
}

export const DEFAULT_FETCH_LIMITS: FetchLimits = { rounds: 2000, ms: 20_000 };

export class FetchBudget {
  readonly #since: number;
  #rounds = 0;

  /** `now` returns the milliseconds of any monotonic clock. */
  constructor(
    private readonly limits: FetchLimits,
    private readonly now: () => number,
  ) {
    this.#since = now();
  }

  /** Takes a request from the budget. Throws HalleyError `unavailable` when the budget is used up. */
  take(): void {
    const { rounds, ms } = this.limits;
    if (this.#rounds >= rounds || this.now() - this.#since >= ms)
      throw new HalleyError(
        'unavailable',
        `the block has used up its time for the forked chain: at most ${rounds} requests in turn, within ${ms} ms`,
      );
    this.#rounds++;
  }
}
