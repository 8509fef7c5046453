/** Work that runs one piece at a time. Clients have turns: one with a hundred pieces holds another for two at most. */
import { FairQueue } from './fair_queue.js';

export class FairWork {
  readonly #waiting = new FairQueue<() => void>();
  #busy = false;

  /** The work's own result. What a client gives runs in the order in which it was given. */
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
