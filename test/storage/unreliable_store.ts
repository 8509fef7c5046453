/**
 * Wraps a store that can be made to fail or to wait, which simulates a full or slow disk. Closing it preserves its
 * data, so that a second process can open it.
 */
import { HalleyError } from '../../src/kernel/errors.js';
import { MemoryStore } from '../../src/storage/memory_store.js';
import type { KeyRange, Store, WriteOp } from '../../src/storage/store.js';

export const DISK_IS_FULL = new HalleyError('store-failed', 'the store cannot be written: no space left on device');

export class UnreliableStore implements Store {
  /** Batches that still succeed. */
  room = Number.POSITIVE_INFINITY;
  /** Delays batches until it resolves. */
  gate: Promise<void> = Promise.resolve();
  closeFailure: HalleyError | undefined;
  #closed = false;

  constructor(readonly disk = new MemoryStore()) {}

  get(key: Uint8Array): Uint8Array | undefined {
    this.#mustBeOpen();
    return this.disk.get(key);
  }

  need(key: Uint8Array): Uint8Array {
    this.#mustBeOpen();
    return this.disk.need(key);
  }

  async batch(ops: readonly WriteOp[]): Promise<void> {
    this.#mustBeOpen();
    await this.gate;
    if (this.room-- <= 0) throw DISK_IS_FULL;
    await this.disk.batch(ops);
  }

  async *entries(range: KeyRange): AsyncIterable<readonly [Uint8Array, Uint8Array]> {
    this.#mustBeOpen();
    yield* this.disk.entries(range);
  }

  async *keys(range: KeyRange): AsyncIterable<Uint8Array> {
    this.#mustBeOpen();
    yield* this.disk.keys(range);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.closeFailure !== undefined) throw this.closeFailure;
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new HalleyError('unavailable', 'the store is closed');
  }
}
