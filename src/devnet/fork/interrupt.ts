/** Ends work that waits for a node, such as the opening of a fork whose devnet closes. */
import type { HalleyError } from '../../kernel/errors.js';

export class Interrupt {
  readonly #listeners = new Set<(why: HalleyError) => void>();
  #why: HalleyError | undefined;

  /** Reason why the work must end; `undefined` while it may continue. */
  get why(): HalleyError | undefined {
    return this.#why;
  }

  /** Calls all listeners, only once. */
  raise(why: HalleyError): void {
    if (this.#why !== undefined) return;
    this.#why = why;
    for (const listener of this.#listeners) listener(why);
  }

  /** Throws the reason if the work must end. */
  check(): void {
    if (this.#why !== undefined) throw this.#why;
  }

  /** Calls `listener` when the work must end, unless the returned function is called before. */
  listen(listener: (why: HalleyError) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
