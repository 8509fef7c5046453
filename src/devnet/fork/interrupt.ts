/** Ends work that waits for a node, such as the opening of a fork whose devnet closes. */

export class Interrupt {
  readonly #listeners = new Set<() => void>();
  #isRaised = false;

  get isRaised(): boolean {
    return this.#isRaised;
  }

  /** Calls all listeners, only once. */
  raise(): void {
    if (this.#isRaised) return;
    this.#isRaised = true;
    for (const listener of this.#listeners) listener();
  }

  /** Calls `listener` when the work must end, unless the returned function is called before. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
