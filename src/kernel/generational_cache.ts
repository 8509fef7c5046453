/**
 * A cache in two generations: when the young one is full, it becomes the old one, and what nobody asked for since goes.
 * Unlike a map that moves every entry it is asked for to its end, a hit costs one look-up.
 */
export class GenerationalCache<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #youngBytes = 0;

  /** Keeps between `limit` and twice as many entries, or fewer where they have more than `bytes` by `sizeOf`. */
  constructor(
    private readonly limit: number,
    private readonly bytes = Number.POSITIVE_INFINITY,
    private readonly sizeOf: (value: V) => number = () => 0,
  ) {}

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
    if (this.#young.size >= this.limit || this.#youngBytes >= this.bytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#youngBytes += this.sizeOf(value);
    this.#young.set(key, value);
  }
}
