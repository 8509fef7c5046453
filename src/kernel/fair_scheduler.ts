/**
 * Who works when. One thread serves everybody, so long work is cut into slices: one at a time, and when the time of a
 * turn of the event loop is used up, sockets, timers and signals come first. Slices are dealt out among clients, not
 * among pieces of work: somebody with two hundred of them waits as long as somebody with one.
 */
import { HalleyError } from './errors.js';
import { FairQueue } from './fair_queue.js';

/** Whom work is done for. */
export interface Client {
  /** What has the same one shares its turns. */
  readonly id: string;
  /** Nobody will read its answers; absent where that cannot be known. */
  readonly gone?: (() => boolean) | undefined;
}

export const isGone = ({ gone }: Client): boolean => gone?.() === true;

/** The host's clock and event loop. Nothing replicated depends on either. */
export interface EventLoop {
  /** Milliseconds from any start. */
  now(): number;
  /** Calls back once sockets, timers and signals have had their turn. */
  afterIo(action: () => void): void;
}

/** Milliseconds of long work in one turn of the event loop. */
export const SLICE_MS = 10;

/** Thrown out of work that was told to stop in its middle: nothing of it counts. */
export class AbortedError extends Error {
  override readonly name = 'Stopped';
}

/** What is shorter is not worth counting: the messages of one read from a socket cannot add up to much. */
const DEBT_FROM_MS = 1;

export class FairScheduler implements EventLoop {
  readonly #waiting = new FairQueue<() => void>();
  #busy = false;
  /** Of this turn; what several short pieces used adds up. */
  #usedMs = 0;
  #renewing = false;
  #stopped = false;
  /** Milliseconds that clients used in this turn without having waited for it. */
  readonly #usedMsOf = new Map<string, number>();

  constructor(private readonly host: EventLoop) {}

  now(): number {
    return this.host.now();
  }

  afterIo(action: () => void): void {
    this.host.afterIo(action);
  }

  /** The host closes: blocks under way, and those that come, are abandoned where they would wait for their next turn. */
  stop(): void {
    this.#stopped = true;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** A slice for `client`: at once when nobody works or waits, the turn has time left, and the client owes nothing. */
  begin(client: Client): TimeSlice | Promise<TimeSlice> {
    const turn = this.take(client);
    return turn === undefined ? new TimeSlice(this, client) : turn.then(() => new TimeSlice(this, client));
  }

  /** For slices: undefined when the client may work at once, otherwise what it waits for. */
  take(client: Client): Promise<void> | undefined {
    if (!this.#isFree() || this.isOverBudget(client)) return this.#wait(client);
    this.#busy = true;
    return undefined;
  }

  /** Counts short work, which need not wait, from `since` to now. */
  charge({ id }: Client, since: number): void {
    const usedMs = this.host.now() - since;
    if (usedMs < DEBT_FROM_MS) return;
    this.#usedMsOf.set(id, (this.#usedMsOf.get(id) ?? 0) + usedMs);
    this.#renew();
  }

  /** The client's short work adds up to a slice: what more it wants has to wait like long work. */
  isOverBudget({ id }: Client): boolean {
    return this.#usedMsOf.size > 0 && (this.#usedMsOf.get(id) ?? 0) >= SLICE_MS;
  }

  /** For slices: `usedMs` of work is done, and the next may come. */
  release(usedMs: number): void {
    this.#busy = false;
    this.#usedMs += usedMs;
    if (this.#usedMs < SLICE_MS) this.#grant();
    else this.#renew();
  }

  /** For slices: another one, when it is the client's turn again. */
  again(client: Client, usedMs: number): Promise<void> {
    const turn = this.#wait(client);
    this.release(usedMs);
    return turn;
  }

  /** What a slice may use, in milliseconds. */
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

/** A piece of work's part of a turn; it must be ended. */
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

  /** When it began, or went on last. */
  get since(): number {
    return this.#since;
  }

  /** Undefined to go on; otherwise what to wait for, because the time is used up. */
  yieldIfDue(now = this.now()): Promise<void> | undefined {
    if (now < this.#end) return undefined;
    return this.scheduler.again(this.client, now - this.#since).then(() => this.#resume());
  }

  /** Leaves the turn to others until `until`, which must not reject, and goes on when it is the client's turn again. */
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
 * Takes the steps of long work, each much shorter than a slice: at once if the turn has time for all of them. Without
 * turns they run through. Throws HalleyError `unavailable` when the client is gone.
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
