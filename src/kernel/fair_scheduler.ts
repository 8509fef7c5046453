/**
 * Shares one thread among all callers. Long work is cut into slices that run one at a time. When the time of one event
 * loop turn is used up, sockets, timers and signals come first. Slices are shared among clients, not pieces of work, so
 * a client with two hundred pieces gets as much time as a client with one.
 */
import { type Awaitable, whenKnown } from './awaitable.js';
import { HalleyError } from './errors.js';
import { FairQueue } from './queues.js';

/** Identifies the caller for whom work is done. */
export interface Client {
  /** Groups work: everything with the same id shares its slices. */
  readonly id: string;
  /**
   * Returns whether the client has disconnected, so that its responses are lost. It is absent where that cannot be
   * known.
   */
  readonly gone?: (() => boolean) | undefined;
}

export const isGone = ({ gone }: Client): boolean => gone?.() === true;

/** Provides the host's clock and event loop. Nothing replicated depends on either. */
export interface EventLoop {
  /** Returns the milliseconds since an arbitrary start. */
  now(): number;
  /** Calls `action` after pending sockets, timers and signals. */
  afterIo(action: () => void): void;
}

/** Longest work in one turn of the event loop, in milliseconds. */
export const SLICE_MS = 10;

/** Aborts work in progress; none of its results count. */
export class AbortedError extends Error {
  override readonly name = 'AbortedError';
}

/** Shortest work that is counted, in milliseconds. The messages of one read from a socket cannot add up to much. */
const DEBT_FROM_MS = 1;

export class FairScheduler implements EventLoop {
  readonly #waiting = new FairQueue<() => void>();
  #busy = false;
  /** Sums the time used in this turn, in milliseconds, so that several short pieces of work add up. */
  #usedMs = 0;
  #renewing = false;
  #stopped = false;
  /** Sums the milliseconds of short work that each client did in this turn without waiting. */
  readonly #usedMsOf = new Map<string, number>();

  constructor(private readonly host: EventLoop) {}

  now(): number {
    return this.host.now();
  }

  afterIo(action: () => void): void {
    this.host.afterIo(action);
  }

  /**
   * Stops the scheduler when the host closes. Blocks in progress, and later ones, are aborted where they would yield.
   */
  stop(): void {
    this.#stopped = true;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * Begins a slice for `client`. It begins at once when no work runs or waits, the turn has time left, and the client
   * is within its budget.
   */
  begin(client: Client): TimeSlice | Promise<TimeSlice> {
    const turn = this.take(client);
    return turn === undefined ? new TimeSlice(this, client) : turn.then(() => new TimeSlice(this, client));
  }

  /**
   * Reserves the thread for a slice. Returns undefined when the client may work at once, otherwise the promise to wait
   * for.
   */
  take(client: Client): Promise<void> | undefined {
    if (!this.#isFree() || this.isOverBudget(client)) return this.#wait(client);
    this.#busy = true;
    return undefined;
  }

  /** Charges the time from `since` to now for short work, which need not wait. */
  charge({ id }: Client, since: number): void {
    const usedMs = this.host.now() - since;
    if (usedMs < DEBT_FROM_MS) return;
    this.#usedMsOf.set(id, (this.#usedMsOf.get(id) ?? 0) + usedMs);
    this.#renew();
  }

  /** Returns whether the client's short work adds up to a slice, so that further work must wait like long work. */
  isOverBudget({ id }: Client): boolean {
    return this.#usedMsOf.size > 0 && (this.#usedMsOf.get(id) ?? 0) >= SLICE_MS;
  }

  /** Ends a slice after `usedMs` of work, so that the next one may begin. */
  release(usedMs: number): void {
    this.#busy = false;
    this.#usedMs += usedMs;
    if (this.#usedMs < SLICE_MS) this.#grant();
    else this.#renew();
  }

  /** Ends a slice and waits for the client's next one. */
  again(client: Client, usedMs: number): Promise<void> {
    const turn = this.#wait(client);
    this.release(usedMs);
    return turn;
  }

  /** Time that a new slice may use, in milliseconds. */
  get leftMs(): number {
    return SLICE_MS - this.#usedMs;
  }

  #isFree(): boolean {
    return !this.#busy && this.#usedMs < SLICE_MS && this.#waiting.size === 0;
  }

  #wait({ id }: Client): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(id, resolve));
  }

  #grant(): void {
    if (this.#waiting.size === 0) return;
    const resume = this.#waiting.next();
    if (resume === undefined) return;
    this.#busy = true;
    resume();
  }

  #renew(): void {
    if (this.#renewing) return;
    this.#renewing = true;
    this.host.afterIo(() => {
      this.#renewing = false;
      this.#usedMs = 0;
      this.#usedMsOf.clear();
      if (!this.#busy) this.#grant();
    });
  }
}

/** Share of a turn that one piece of work has; its holder must call `end`. */
export class TimeSlice {
  #since: number;
  #end: number;

  constructor(
    private readonly scheduler: FairScheduler,
    readonly client: Client,
  ) {
    this.#since = scheduler.now();
    this.#end = this.#since + scheduler.leftMs;
  }

  /** Time at which the slice began or last resumed. */
  get since(): number {
    return this.#since;
  }

  /** Returns undefined to continue, or the promise to wait for when the slice's time is used up. */
  yieldIfDue(now = this.now()): Promise<void> | undefined {
    if (now < this.#end) return undefined;
    return this.scheduler.again(this.client, now - this.#since).then(() => this.#resume());
  }

  /** Ends the slice until `until` resolves, then resumes in the client's next slice. `until` must not reject. */
  pause(until: Promise<void>): Promise<void> {
    this.end();
    return until.then(() => this.scheduler.take(this.client)).then(() => this.#resume());
  }

  #resume(): void {
    this.#since = this.scheduler.now();
    this.#end = this.#since + this.scheduler.leftMs;
  }

  now(): number {
    return this.scheduler.now();
  }

  end(): void {
    this.scheduler.release(this.now() - this.#since);
  }
}

/**
 * Runs short work: at once while the client is within its budget, otherwise in its next slice. What the work awaits is
 * not counted.
 */
export function runInTurn<T>(
  scheduler: FairScheduler | undefined,
  client: Client,
  work: () => Awaitable<T>,
): Awaitable<T> {
  if (scheduler === undefined) return work();
  if (scheduler.isOverBudget(client))
    return whenKnown(scheduler.begin(client), (slice) => {
      try {
        return work();
      } finally {
        slice.end();
      }
    });
  const since = scheduler.now();
  const result = work();
  scheduler.charge(client, since);
  return result;
}

/**
 * Runs the steps of long work, each much shorter than a slice. All run at once if the turn has time for them, or if
 * there is no scheduler. Throws HalleyError `unavailable` when the client is gone.
 */
export function runInSlices<T>(
  scheduler: FairScheduler | undefined,
  client: Client,
  steps: Generator<void, T>,
): T | Promise<T> {
  const slice = scheduler?.begin(client);
  return slice instanceof Promise ? slice.then((begun) => advance(begun, steps)) : advance(slice, steps);
}

function advance<T>(slice: TimeSlice | undefined, steps: Generator<void, T>): T | Promise<T> {
  try {
    if (slice !== undefined && isGone(slice.client)) throw new HalleyError('unavailable', 'the client is gone');
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        slice?.end();
        return step.value;
      }
      const rest = slice?.yieldIfDue();
      if (rest !== undefined) return rest.then(() => advance(slice, steps));
    }
  } catch (error) {
    slice?.end();
    throw error;
  }
}
