/**
 * Holds the listeners of a source that may be replaced: each receives the events of the old source until then, and
 * those of the new one afterwards.
 */

/** Begins to listen. Returns the function that ends it. */
type Listen<Args extends readonly unknown[]> = (...args: Args) => () => void;

interface Listener<Args extends readonly unknown[]> {
  readonly args: Args;
  stop: () => void;
}

export class CarriedListeners<Args extends readonly unknown[]> {
  readonly #listeners = new Set<Listener<Args>>();

  /** `listen` begins to listen to the current source. */
  constructor(private readonly listen: Listen<Args>) {}

  /** Begins to listen to the current source, and to each later one, until the returned function is called. */
  readonly add: Listen<Args> = (...args) => {
    const listener = { args, stop: this.listen(...args) };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      listener.stop();
    };
  };

  /** Moves the listeners from the previous source to the current one. */
  carry(): void {
    for (const listener of this.#listeners) {
      listener.stop();
      listener.stop = this.listen(...listener.args);
    }
  }
}
