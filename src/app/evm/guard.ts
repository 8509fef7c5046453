/**
 * Keeps a call from holding the process: it is stopped after its time, and pauses now and then so that blocks, sockets
 * and timers get their turn. Asked at every jump and call of the code, the only ways in which a run can become long.
 */

/** The host's clock, and its way to let other work go first. Nothing replicated depends on either. */
export interface QueryHost {
  /** Milliseconds from any start. */
  now(): number;
  pause(): Promise<void>;
}

/** Thrown through the machine, which rethrows what is not its own error. */
export class CallTimeout extends Error {
  override readonly name = 'CallTimeout';
}

/** Milliseconds between pauses. */
const SLICE_MS = 10;
/** Asks between two looks at the clock. */
const ASKS_PER_LOOK = 256;

export class Guard {
  #asks = 0;
  #deadline = Number.POSITIVE_INFINITY;
  #sliceEnd = Number.POSITIVE_INFINITY;

  /** Without a host a call is bounded by its gas alone, and runs through. */
  constructor(private readonly host: QueryHost | undefined) {}

  start(timeoutMs: number): void {
    if (this.host === undefined) return;
    const now = this.host.now();
    this.#deadline = now + timeoutMs;
    this.#sliceEnd = now + SLICE_MS;
  }

  /** Undefined to go on at once. */
  ask(): Promise<void> | undefined {
    if (this.host === undefined || ++this.#asks % ASKS_PER_LOOK !== 0) return undefined;
    return this.#look(this.host);
  }

  #look(host: QueryHost): Promise<void> | undefined {
    const now = host.now();
    if (now > this.#deadline) throw new CallTimeout();
    if (now < this.#sliceEnd) return undefined;
    return host.pause().then(() => {
      this.#sliceEnd = host.now() + SLICE_MS;
    });
  }
}
