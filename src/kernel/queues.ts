/** Queues work by client, or by key. */

/** Queue of items per client, which serves the clients round-robin. */
export class FairQueue<T> {
  /** Items of each client, in the order in which the clients are served next. */
  readonly #lines = new Map<string, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(client: string, item: T): void {
    const line = this.#lines.get(client);
    if (line === undefined) this.#lines.set(client, [item]);
    else line.push(item);
    this.#size++;
  }

  /**
   * Removes and returns the oldest item of the client that was served longest ago, among those that `admits` accepts.
   */
  next(admits: (client: string) => boolean = () => true): T | undefined {
    for (const [client, line] of this.#lines) {
      if (!admits(client)) continue;
      const item = line.shift();
      this.#lines.delete(client);
      if (line.length > 0) this.#lines.set(client, line);
      this.#size--;
      return item;
    }
    return undefined;
  }
}

/** Queue that runs the work of each key in sequence, in the order in which it was queued; other keys do not wait. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const result = before === undefined ? work() : before.then(work);
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
    this.#tails.set(key, tail);
    return result;
  }
}
