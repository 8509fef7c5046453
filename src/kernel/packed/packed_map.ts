/**
 * Maps bytes to bytes at little more than the cost of the bytes: no entry has an object of its own. Keys and values are
 * copied in and out. Range reads are rare, so each one reads all pages and sorts its keys. Older entries may be in an
 * overflow outside of memory.
 */
import { type Bytes, compareBytes } from '../bytes.js';
import { KeyIndex, NOWHERE } from './key_index.js';
import type { Overflow } from './overflow.js';
import { Pages } from './pages.js';

/** Selects keys in [gte, lt), ascending, or descending with `reverse`; at most `limit` of them. */
export interface Between {
  readonly gte: Bytes;
  readonly lt: Bytes;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export class PackedMap {
  readonly #pages: Pages;
  readonly #index: KeyIndex;

  constructor(overflow?: Overflow) {
    this.#pages = new Pages(overflow);
    this.#index = new KeyIndex(this.#pages);
  }

  get size(): number {
    return this.#index.size;
  }

  /** Returns the bytes in memory for entries (`held`), and those that existing entries use anywhere (`live`). */
  get bytes(): { readonly held: number; readonly live: number } {
    return this.#pages.size;
  }

  get(key: Bytes): Bytes | undefined {
    const address = this.#index.get(key);
    return address === NOWHERE ? undefined : this.#pages.value(address);
  }

  set(key: Bytes, value: Bytes): void {
    this.#free(this.#index.set(key, this.#pages.add(key, value)));
  }

  delete(key: Bytes): void {
    this.#free(this.#index.delete(key));
  }

  keys({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }: Between): Bytes[] {
    const found: Bytes[] = [];
    for (const page of this.#pages.all())
      for (const [address, key] of page.keys())
        if (compareBytes(key, gte) >= 0 && compareBytes(key, lt) < 0 && this.#index.get(key) === address)
          found.push(key.slice());
    found.sort(reverse ? (a, b) => compareBytes(b, a) : compareBytes);
    return found.length > limit ? found.slice(0, limit) : found;
  }

  entries(range: Between): (readonly [key: Bytes, value: Bytes])[] {
    return this.keys(range).map((key) => [key, this.#pages.value(this.#index.get(key))]);
  }

  #free(address: number): void {
    if (address !== NOWHERE) this.#pages.free(address);
    for (let sparse = this.#pages.sparse; sparse !== undefined; sparse = this.#pages.sparse) this.#clean(sparse);
  }

  /** Moves the live records out of a page that is mostly holes. The cost is proportional to what was freed in it. */
  #clean(sparse: number): void {
    const records = this.#pages.records(sparse);
    for (const [address, key] of records.keys()) {
      if (this.#index.get(key) !== address) continue;
      this.#index.set(key, this.#pages.add(key, records.value(address)));
      this.#pages.free(address);
    }
  }
}
