/**
 * Slot of a chain, which another chain may take while clients use it. Clients read `now` at each use, or follow the
 * slot. All else that they hold stays as it is.
 */
export class ChainSlot<Chain> {
  #now: Chain;
  readonly #followers = new Set<() => void>();

  constructor(first: Chain) {
    this.#now = first;
  }

  get now(): Chain {
    return this.#now;
  }

  /** Listens to the chain, and to each that takes its place, until the returned function is called. */
  follow(listen: (chain: Chain) => () => void): () => void {
    let stop = listen(this.#now);
    const move = (): void => {
      stop();
      stop = listen(this.#now);
    };
    this.#followers.add(move);
    return () => {
      this.#followers.delete(move);
      stop();
    };
  }

  replace(next: Chain): void {
    this.#now = next;
    for (const move of this.#followers) move();
  }
}
