/**
 * Lends machines to calls. The numbers of concurrent calls are limited, per client and in total. Further calls are
 * queued in order and allocate nothing. Idle machines are reused.
 */
import { CallTimeout, CallYielding, type CallYieldRate, ExecutionGuard } from '../../evm/execution_guard.js';
import type { Machine } from '../../evm/machine.js';
import type { Machines } from '../../evm/machines.js';
import { type Awaitable, isPromise } from '../../kernel/awaitable.js';
import { type Client, type FairScheduler, isGone, type TimeSlice } from '../../kernel/fair_scheduler.js';
import { FairQueue } from '../../kernel/queues.js';
import type { WorkingState } from '../state/types.js';

/** Most idle machines that are cached. More are made when needed and dropped afterwards. */
const MAX_IDLE = 4;
/** Most calls that run concurrently. */
const MAX_RUNNING = 32;
/** Most concurrent calls of one client. */
const MAX_RUNNING_OF_CLIENT = 4;
/** Most calls that wait for their readers and have given up their places. */
const MAX_PAUSED = 32;

interface Guarded {
  readonly machine: Machine<WorkingState>;
  readonly guard: ExecutionGuard;
  /** Number of changes of the rules before it was made. */
  readonly renewals: number;
}

export class MachinePool {
  readonly #idle: Guarded[] = [];
  readonly #waiting = new FairQueue<() => void>();
  readonly #runningOf = new Map<string, number>();
  /** Number of changes of the rules. */
  #renewals = 0;
  #running = 0;
  #paused = 0;

  /** Creates a pool. Without a scheduler only gas limits a call, and a call never yields. */
  constructor(
    private readonly machines: Machines<WorkingState>,
    readonly scheduler: FairScheduler | undefined,
  ) {}

  /**
   * Runs `work` on a machine, to which it attaches a state; the run may yield between its parts. A machine that threw
   * or is broken is not reused. Throws CallTimeout when the time is up or the client is gone.
   */
  async use<T>(
    client: Client,
    timeoutMs: number,
    work: (machine: Machine<WorkingState>, yielding: CallYieldRate | undefined) => Awaitable<T>,
  ): Promise<T> {
    // Awaits only what is not at hand: most calls find a place, a machine and a time slice at once, and run through.
    const place = this.#admit(client.id);
    if (place !== undefined) await place;
    let slice: TimeSlice | undefined;
    try {
      if (isGone(client)) throw new CallTimeout();
      const guarded = this.#idle.pop() ?? (await this.#create());
      const begun = this.scheduler?.begin(client);
      slice = begun instanceof Promise ? await begun : begun;
      const yielding = slice && new CallYielding(slice, timeoutMs, (until) => this.#leave(client.id, until));
      if (yielding !== undefined) guarded.guard.set(yielding);
      const working = work(guarded.machine, yielding);
      const result = isPromise(working) ? await working : working;
      guarded.machine.attach(undefined);
      const isReusable = !guarded.machine.broken && guarded.renewals === this.#renewals;
      if (this.#idle.length < MAX_IDLE && isReusable) this.#idle.push(guarded);
      return result;
    } finally {
      slice?.end();
      this.#release(client.id);
    }
  }

  /** Drops all machines, because the rules have changed. Those in use are dropped after their runs. */
  renew(): void {
    this.#renewals++;
    this.#idle.length = 0;
  }

  /** Returns undefined when a place was free. Otherwise the promise resolves when the call has a place. */
  #admit(client: string): Promise<void> | undefined {
    if (!this.#admits(client)) return new Promise<void>((resolve) => this.#waiting.push(client, resolve));
    this.#count(client, 1);
    return undefined;
  }

  /**
   * Lends the place of a run that awaits its reader to other calls. At most MAX_PAUSED runs do so, because each of them
   * retains its memory.
   */
  async #leave(client: string, until: Promise<void>): Promise<void> {
    if (this.#paused === MAX_PAUSED) return until;
    this.#paused++;
    this.#release(client);
    await until;
    this.#paused--;
    await this.#admit(client);
  }

  #release(client: string): void {
    this.#count(client, -1);
    if (this.#waiting.size > 0) this.#admitNext();
  }

  #admits(client: string): boolean {
    return this.#running < MAX_RUNNING && (this.#runningOf.get(client) ?? 0) < MAX_RUNNING_OF_CLIENT;
  }

  #count(client: string, change: 1 | -1): void {
    const running = (this.#runningOf.get(client) ?? 0) + change;
    if (running === 0) this.#runningOf.delete(client);
    else this.#runningOf.set(client, running);
    this.#running += change;
  }

  /** Reserves the place of the next call before it resumes, so that no other call takes the same place. */
  #admitNext(): void {
    let admitted: string | undefined;
    const resume = this.#waiting.next((client) => {
      admitted = client;
      return this.#admits(client);
    });
    if (resume === undefined || admitted === undefined) return;
    this.#count(admitted, 1);
    resume();
  }

  async #create(): Promise<Guarded> {
    const guard = new ExecutionGuard();
    const renewals = this.#renewals;
    return { machine: await this.machines.create(guard), guard, renewals };
  }
}
