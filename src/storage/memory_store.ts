/**
 * Implements the store of a devnet without a home folder. It behaves as the store on disk does, for the lifetime of the
 * process.
 */
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { toHex } from '../kernel/hex.js';
import { PackedMap } from '../kernel/packed/packed_map.js';
import { inSlicesOfOps, OPS_OF_SLICE } from './ops_in_slices.js';
import type { OverflowFile } from './overflow_file.js';
import type { KeyRange, Store, WriteOp } from './store.js';

export class MemoryStore implements Store {
  readonly #records: PackedMap;
  #closed: HalleyError | undefined;

  /** The store closes `overflow` when it closes. Without one, all records stay in memory. */
  constructor(private readonly overflow?: OverflowFile) {
    this.#records = new PackedMap(overflow);
  }

  get(key: Bytes): Bytes | undefined {
    this.#mustBeOpen();
    return this.#records.get(key);
  }

  need(key: Bytes): Bytes {
    const value = this.get(key);
    if (value === undefined) throw new HalleyError('corrupt-store', `the record ${toHex(key)} is missing`);
    return value;
  }

  async batch(ops: readonly WriteOp[]): Promise<void> {
    this.#mustBeOpen();
    // A small batch is applied before the call returns.
    if (ops.length > OPS_OF_SLICE) await inSlicesOfOps(ops, (op) => this.#apply(op));
    else for (const op of ops) this.#apply(op);
  }

  #apply(op: WriteOp): void {
    switch (op.type) {
      case 'put':
        this.#records.set(op.key, op.value);
        break;
      case 'del':
        this.#records.delete(op.key);
        break;
    }
  }

  async *entries(range: KeyRange): AsyncIterable<readonly [Bytes, Bytes]> {
    this.#mustBeOpen();
    yield* this.#records.entries(range);
  }

  async *keys(range: KeyRange): AsyncIterable<Bytes> {
    this.#mustBeOpen();
    yield* this.#records.keys(range);
  }

  async close(why = new HalleyError('unavailable', 'the store is closed')): Promise<void> {
    this.#closed ??= why;
    this.overflow?.close(this.#closed);
  }

  #mustBeOpen(): void {
    if (this.#closed !== undefined) throw this.#closed;
  }
}
