/**
 * Runs one piece of work at a time, round-robin among clients. However much one client queues, another waits for at
 * most two pieces.
 */
import { FairQueue } from './queues.js';

export class FairWork {
  readonly #waiting = new FairQueue<() => void>();
  #busy = false;

  /** Runs the work and returns its result. The work of one client runs in the order in which it was queued. */
  run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy)
      return new Promise<void>((resolve) => this.#waiting.push(client, resolve)).then(() => this.#run(work));
    this.#busy = true;
    return this.#run(work);
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve) => resolve(work())).finally(() => {
      const next = this.#waiting.next();
      if (next === undefined) this.#busy = false;
      else next();
    });
  }
}
