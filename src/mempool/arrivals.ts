/** Lists transactions in order of arrival; removing any of them takes O(1). */
import { copyEntries } from '../kernel/copy_map.js';
import type { Steps } from '../kernel/steps.js';
import type { PooledTx } from './pooled_tx.js';

export class Arrivals {
  #entries = new Map<number, PooledTx>();
  #newest = -1;
  /** Is false after an older transaction returned behind younger ones, which happens when a snapshot is restored. */
  #sorted = true;

  get size(): number {
    return this.#entries.size;
  }

  /** Copies the entries of `other` into this empty list. `other` must not change between the steps. */
  *fill(other: Arrivals): Steps<void> {
    yield* copyEntries(this.#entries, other.#entries);
    this.#newest = other.#newest;
    this.#sorted = other.#sorted;
  }

  add(entry: PooledTx): void {
    if (entry.arrival < this.#newest && this.#entries.size > 0) this.#sorted = false;
    else this.#newest = entry.arrival;
    this.#entries.set(entry.arrival, entry);
  }

  delete(entry: PooledTx): void {
    this.#entries.delete(entry.arrival);
  }

  /** Restores the order of arrival after transactions came back. */
  sort(): void {
    if (!this.#sorted) this.#entries = new Map([...this.#entries].sort(([a], [b]) => a - b));
    this.#sorted = true;
  }

  [Symbol.iterator](): Iterator<PooledTx> {
    this.sort();
    return this.#entries.values();
  }
}
