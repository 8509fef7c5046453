/** What waits for clients: each has its own line, and the lines are served in turn. */

export class FairQueue<T> {
  /** In the order in which they are served next. */
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

  /** The oldest item of the client that was served longest ago, among those that `admits`. */
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
