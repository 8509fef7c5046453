/** Holds the listeners of a source that is replaced: each hears the old source until then, and the new one afterwards. */

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

  /** Begins to listen, to each source in turn, until the returned function is called. */
  readonly add: Listen<Args> = (...args) => {
    const listener = { args, stop: this.listen(...args) };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      listener.stop();
    };
  };

  /** Lets the listeners hear the current source instead of the one before. */
  carry(): void {
    for (const listener of this.#listeners) {
      listener.stop();
      listener.stop = this.listen(...listener.args);
    }
  }
}
