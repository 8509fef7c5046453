/**
 * Caches the hashes of recently seen transactions, including committed ones: CometBFT's LRU cache of
 * `mempool/cache.go`. Pushing a hash again makes it the newest. Serial numbers record the order, so that every change
 * can be undone.
 */
import { copyEntries, type Steps } from '../kernel/steps.js';
import type { UndoLog } from './journal.js';

export class SeenCache {
  #serials = new Map<string, number>();
  #keys = new Map<number, string>();
  /** Lower bound of all serials in the cache. */
  #oldest = 0;
  #next = 0;

  constructor(
    private readonly limit: number,
    private readonly journal: UndoLog<{ readonly seen: SeenCache }>,
  ) {}

  /** Returns a copy. Nothing may change here between the steps. */
  *copy(): Steps<SeenCache> {
    const copy = new SeenCache(this.limit, this.journal);
    yield* copyEntries(copy.#serials, this.#serials);
    yield* copyEntries(copy.#keys, this.#keys);
    copy.#oldest = this.#oldest;
    copy.#next = this.#next;
    return copy;
  }

  has(key: string): boolean {
    return this.#serials.has(key);
  }

  /** Adds a hash as the newest; returns false when it was already cached. */
  push(key: string): boolean {
    const serial = this.#serials.get(key);
    const fresh = serial === undefined;
    // A transaction that arrives alone is pushed three times in a row: when it is checked, added and committed.
    if (serial === this.#next - 1) return fresh;
    if (serial !== undefined) this.#take(serial, key);
    this.#put(this.#next++, key);
    if (this.#serials.size > this.limit) this.#evict();
    return fresh;
  }

  delete(key: string): void {
    const serial = this.#serials.get(key);
    if (serial !== undefined) this.#take(serial, key);
  }

  clear(): void {
    const [serials, keys, oldest] = [this.#serials, this.#keys, this.#oldest];
    this.#serials = new Map();
    this.#keys = new Map();
    // The undo copies the maps, because it may run more than once.
    this.journal.record(({ seen }) => {
      seen.#serials = new Map(serials);
      seen.#keys = new Map(keys);
      seen.#oldest = oldest;
    });
  }

  #evict(): void {
    for (; this.#oldest < this.#next; this.#oldest++) {
      const key = this.#keys.get(this.#oldest);
      if (key === undefined) continue;
      this.#take(this.#oldest, key);
      return;
    }
  }

  #put(serial: number, key: string): void {
    this.#serials.set(key, serial);
    this.#keys.set(serial, key);
    if (serial < this.#oldest) this.#oldest = serial;
    this.journal.record(({ seen }) => seen.#take(serial, key));
  }

  #take(serial: number, key: string): void {
    this.#serials.delete(key);
    this.#keys.delete(serial);
    this.journal.record(({ seen }) => seen.#put(serial, key));
  }
}
