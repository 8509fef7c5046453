/**
 * Publishes events to listeners, in order, once their height is visible. Listeners are called at once and must not
 * throw; one that does is a bug and stops the process with its stack.
 */
export class EventBus<E> {
  readonly #listeners = new Set<(event: E) => void>();

  /** Returns the function that removes the listener. */
  listen(listener: (event: E) => void): () => void {
    const own = (event: E): void => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  get quiet(): boolean {
    return this.#listeners.size === 0;
  }

  publish(event: E): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
