/**
 * Cache with two generations. When the young generation is full, it becomes the old one, and the old entries that were
 * not read since are dropped. A hit costs one look-up, unlike in an LRU map, which moves every entry that is read.
 */
export class GenerationalCache<V> {
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #youngBytes = 0;

  /**
   * Retains between `limit` and `2 * limit` entries, or fewer when a generation reaches `bytes` as measured by
   * `sizeOf`.
   */
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
