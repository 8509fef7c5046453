/** Releases what a start has acquired, in the reverse order: the order of closing is written once, by acquiring. */
export class DisposerStack {
  readonly #releases: (() => unknown)[] = [];
  #disposed: Promise<void> | undefined;

  /** Adds what releases something that was just acquired. */
  defer(release: () => unknown): void {
    this.#releases.push(release);
  }

  /** Whether the release has begun. */
  get isDisposed(): boolean {
    return this.#disposed !== undefined;
  }

  /**
   * Releases everything, each after the one before has ended. A failure does not prevent the others; the first one is
   * the error with which the promise rejects. Later calls return the same promise.
   */
  dispose(): Promise<void> {
    this.#disposed ??= this.#releaseAll();
    return this.#disposed;
  }

  async #releaseAll(): Promise<void> {
    const errors: unknown[] = [];
    for (let release = this.#releases.pop(); release !== undefined; release = this.#releases.pop())
      try {
        await release();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  }
}
