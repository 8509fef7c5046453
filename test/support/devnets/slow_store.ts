/**
 * Simulates a store on a busy disk: every batch takes time, in the order of the batches. At any moment a test can read
 * what a killed process would leave.
 */

import type { Bytes } from '../../../src/kernel/bytes.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { KeyRange, Store, WriteOp } from '../../../src/storage/store.js';

export class SlowStore implements Store {
  readonly #inner = new MemoryStore();
  readonly #done: (readonly WriteOp[])[] = [];
  #last: Promise<void> = Promise.resolve();

  /** Delays each batch by that many iterations of the event loop; nothing is timed. */
  constructor(private readonly delay: number) {}

  get(key: Bytes): Bytes | undefined {
    return this.#inner.get(key);
  }

  need(key: Bytes): Bytes {
    return this.#inner.need(key);
  }

  batch(ops: readonly WriteOp[]): Promise<void> {
    const retained = ops.map((op) => (op.type === 'put' ? { ...op, value: op.value.slice() } : op));
    this.#last = this.#last.then(() => this.#write(retained));
    return this.#last;
  }

  async #write(ops: readonly WriteOp[]): Promise<void> {
    for (let i = 0; i < this.delay; i++) await new Promise((resolve) => setImmediate(resolve));
    await this.#inner.batch(ops);
    this.#done.push(ops);
  }

  entries(range: KeyRange): AsyncIterable<readonly [Bytes, Bytes]> {
    return this.#inner.entries(range);
  }

  keys(range: KeyRange): AsyncIterable<Bytes> {
    return this.#inner.keys(range);
  }

  /** Returns a separate store with what is durable now. */
  async afterKill(): Promise<Store> {
    const left = new MemoryStore();
    for (const ops of [...this.#done]) await left.batch(ops);
    return left;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#inner.close();
  }
}
