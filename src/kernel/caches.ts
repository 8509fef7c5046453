/** Caches values, up to a limit. */

/** Cache of the entries that were used last, up to a limit. The order of eviction depends on the uses alone. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();

  constructor(private readonly limit: number) {}

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.limit) {
      const oldest = this.#entries.keys().next();
      if (oldest.done !== true) this.#entries.delete(oldest.value);
    }
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

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

/**
 * Cache of recent heights' values in a fixed number of slots, one for each height. It is never a map, because V8 leaves
 * a dead map's table pointing to the one that replaced it. Values of old heights would then stay in memory until a full
 * collection.
 */
export class HeightCache<T> {
  readonly #slots: ({ readonly height: number; readonly value: T } | undefined)[] = [];

  constructor(private readonly count: number) {}

  get(height: bigint | number): T | undefined {
    const at = Number(height);
    const slot = this.#slots[at % this.count];
    return slot?.height === at ? slot.value : undefined;
  }

  set(height: bigint | number, value: T): void {
    const at = Number(height);
    this.#slots[at % this.count] = { height: at, value };
  }

  delete(height: bigint | number): void {
    const at = Number(height);
    if (this.#slots[at % this.count]?.height === at) this.#slots[at % this.count] = undefined;
  }

  clear(): void {
    this.#slots.length = 0;
  }
}
