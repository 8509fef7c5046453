/**
 * A cache in two generations: when the young one is full, it becomes the old one, and what nobody asked for since goes.
 * Unlike a map that moves every entry it is asked for to its end, a hit costs one look-up.
 */
export class KeptMap<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** Keeps between `limit` and twice as many entries. */
  constructor(private readonly limit: number) {}

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
