/**
 * Keeps a run from holding the process: it pauses when its slice is used up, so that blocks, sockets and timers get their
 * turn, and a call is stopped after its time. EthereumJS asks at every jump and call of the code and at every opcode whose
 * price depends on its operands; the clock is looked at when enough gas is gone since the last look, because between two
 * asks may lie any amount of work. Our own machine, and precompiles that go in steps, count their work and look themselves.
 */

import { AbortedError, type FairScheduler, isGone, SLICE_MS, type TimeSlice } from '../kernel/fair_scheduler.js';
import type { Steps } from '../kernel/steps.js';

/** Thrown through the machine, which rethrows what is not its own error. */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
}

/** What decides whether a run goes on. */
export interface Yielding {
  /** Undefined to go on; otherwise what to wait for. Throws CallTimeout or Stopped, or waits for it, when the run shall end. */
  yieldIfDue(): Promise<void> | undefined;
}

/** Of a call, which may also have to wait for something outside. */
export interface CallYieldRate extends Yielding {
  /** Leaves its turn and its place to others until `until`; none of that time is the call's. Throws CallTimeout. */
  pause(until: Promise<void>): Promise<void>;
}

/** Runs the steps of long work, and rests between two of them when its time is used up. Throws what `rest` throws. */
export async function runYielding<T>(yielding: Yielding | undefined, steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const rest = yielding?.yieldIfDue();
    if (rest !== undefined) await rest;
  }
}

/** Gas between two looks at the clock: a millisecond of what the machine does slowest. */
const GAS_PER_LOOK = 10_000n;

export class ExecutionGuard {
  #yielding: Yielding | undefined;
  /** Between these nothing much can have happened since the last look. A frame with another amount is looked at. */
  #lowest = 0n;
  #highest = 0n;

  /** From here on the run rests so; without it it is bounded by its gas alone. */
  set(yielding: Yielding | undefined): void {
    this.#yielding = yielding;
    this.#lowest = 0n;
    this.#highest = 0n;
  }

  /** `gasLeft` is the frame's. Undefined to go on at once. */
  ask(gasLeft: bigint): Promise<void> | undefined {
    if (gasLeft >= this.#lowest && gasLeft <= this.#highest) return undefined;
    this.#highest = gasLeft;
    this.#lowest = gasLeft - GAS_PER_LOOK;
    return this.#yielding?.yieldIfDue();
  }

  /** The same for work that counts its own steps. */
  look(): Promise<void> | undefined {
    return this.#yielding?.yieldIfDue();
  }
}

/**
 * The pace of a call: slices from everybody's turns, and an end. Its time is the wall's from when it began to run: what a
 * client is promised is an answer by then, and what a call holds must be free by then, however many share the turns. What
 * it waits for its reader is the reader's time.
 */
export class CallYielding implements CallYieldRate {
  #deadline: number;

  /** While it pauses `leave` has its place taken by others; the promise is that of another one. */
  constructor(
    private readonly slice: TimeSlice,
    /** 0 for any time. */
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
 * The pace of blocks: one is executed at a time, has a slice in every turn of the event loop, and ends early only when
 * the host closes. Until its commit nothing of a block is kept, so the next process executes it from its beginning.
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
