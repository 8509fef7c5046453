/**
 * Limit of the time for which a run occupies the thread. A run pauses when its time slice is used up, so that blocks,
 * sockets and timers can proceed, and a call ends after its timeout.
 *
 * EthereumJS calls `ask` at every jump and call of the code, and at every opcode whose price depends on its operands.
 * Any amount of work may pass between two of these calls, so `ask` reads the clock when enough gas has been spent since
 * it last did. Our own machine, and precompiles that run in steps, count their work themselves and call `look`.
 */

import { AbortedError, type FairScheduler, isGone, SLICE_MS, type TimeSlice } from '../kernel/fair_scheduler.js';
import type { Steps } from '../kernel/steps.js';

/**
 * Reports that a call ran longer than its timeout. The machine rethrows it, since it is not one of the machine's own
 * errors.
 */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
}

/** Decides whether a run goes on. */
export interface Yielding {
  /**
   * Returns undefined when the run goes on at once, and otherwise a promise that the run must await first. When the run
   * must end, throws CallTimeout or AbortedError, or returns a promise that rejects with it.
   */
  yieldIfDue(): Promise<void> | undefined;
}

/** Schedules a call, which may also have to wait for something outside. */
export interface CallYieldRate extends Yielding {
  /**
   * Gives its turn and its place to other callers until `until` settles. None of that time counts against the call's
   * timeout. Throws CallTimeout.
   */
  pause(until: Promise<void>): Promise<void>;
}

/**
 * Runs the steps of long work, and yields between two steps when the time slice is used up. Throws what `yieldIfDue`
 * throws.
 */
export async function runYielding<T>(yielding: Yielding | undefined, steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const rest = yielding?.yieldIfDue();
    if (rest !== undefined) await rest;
  }
}

/**
 * Gas that is spent between two readings of the clock. The slowest operations of the machine take a millisecond for it.
 */
const GAS_PER_LOOK = 10_000n;

export class ExecutionGuard {
  #yielding: Yielding | undefined;
  /**
   * Bounds the gas for which little can have happened since the last reading. For a frame whose gas is outside, the
   * clock is read.
   */
  #lowest = 0n;
  #highest = 0n;

  /** Sets how the run yields from here on. Without it, only gas limits the run. */
  set(yielding: Yielding | undefined): void {
    this.#yielding = yielding;
    this.#lowest = 0n;
    this.#highest = 0n;
  }

  /** Returns undefined when the run goes on at once. `gasLeft` is the gas of the current frame. */
  ask(gasLeft: bigint): Promise<void> | undefined {
    if (gasLeft >= this.#lowest && gasLeft <= this.#highest) return undefined;
    this.#highest = gasLeft;
    this.#lowest = gasLeft - GAS_PER_LOOK;
    return this.#yielding?.yieldIfDue();
  }

  /** Returns undefined when the run continues at once. It is called for work that counts its own steps. */
  look(): Promise<void> | undefined {
    return this.#yielding?.yieldIfDue();
  }
}

/**
 * Schedules a call: it runs in the slices of the fair scheduler and ends after a timeout. The timeout counts wall-clock
 * time from when the call began to run. A client is promised an answer by then, and the call's resources must be free
 * by then, however many callers share the scheduler. Time spent waiting for a slow reader does not count.
 */
export class CallYielding implements CallYieldRate {
  #deadline: number;

  /** `leave` gives the call's place to other callers while it pauses, and resolves when the call has a place again. */
  constructor(
    private readonly slice: TimeSlice,
    /** Longest run time of a call in milliseconds. 0 means no limit. */
    timeoutMs: number,
    private readonly leave: (until: Promise<void>) => Promise<void> = (until) => until,
  ) {
    this.#deadline = timeoutMs === 0 ? Number.POSITIVE_INFINITY : slice.since + timeoutMs;
  }

  async pause(until: Promise<void>): Promise<void> {
    const from = this.slice.now();
    if (from > this.#deadline) throw new CallTimeout();
    await this.slice.pause(this.leave(until));
    if (isGone(this.slice.client)) throw new CallTimeout();
    this.#deadline += this.slice.now() - from;
  }

  yieldIfDue(): Promise<void> | undefined {
    const now = this.slice.now();
    if (now > this.#deadline) throw new CallTimeout();
    return this.slice.yieldIfDue(now)?.then(() => {
      if (isGone(this.slice.client) || this.slice.now() > this.#deadline) throw new CallTimeout();
    });
  }
}

/**
 * Schedules the blocks of a chain. One block is executed at a time and gets a slice in every turn of the event loop. It
 * ends early only when the process shuts down. Nothing of a block is stored before its commit, so the next process
 * executes it from the beginning.
 */
export class BlockYielding implements Yielding {
  #sliceEnd: number;

  constructor(private readonly scheduler: FairScheduler) {
    this.#sliceEnd = scheduler.now() + SLICE_MS;
  }

  yieldIfDue(): Promise<void> | undefined {
    if (this.scheduler.now() < this.#sliceEnd) return undefined;
    return new Promise<void>((resolve) => this.scheduler.afterIo(resolve)).then(() => {
      if (this.scheduler.stopped) throw new AbortedError();
      this.#sliceEnd = this.scheduler.now() + SLICE_MS;
    });
  }
}
