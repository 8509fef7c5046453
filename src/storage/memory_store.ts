/**
 * The store of a devnet that keeps nothing: same behaviour as the one on disk, for as long as the process lives.
 */

import { bytesOfText, textOfBytes } from '../kernel/byte_text.js';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import { toHex } from '../kernel/hex.js';
import type { KeyRange, Store, WriteOp } from './port.js';
import { SortedTexts } from './sorted_texts.js';

export class MemoryStore implements Store {
  private readonly values = new Map<string, Bytes>();
  private readonly sorted = new SortedTexts();
  private closed = false;

  get(key: Bytes): Bytes | undefined {
    this.mustBeOpen();
    return this.values.get(textOfBytes(key));
  }

  need(key: Bytes): Bytes {
    const value = this.get(key);
    if (value === undefined) throw new HalleyError('corrupt-store', `the record ${toHex(key)} is missing`);
    return value;
  }

  async batch(ops: readonly WriteOp[]): Promise<void> {
    this.mustBeOpen();
    for (const op of ops) {
      const key = textOfBytes(op.key);
      switch (op.type) {
        case 'put':
          this.sorted.add(key);
          this.values.set(key, op.value.slice());
          break;
        case 'del':
          this.sorted.remove(key);
          this.values.delete(key);
          break;
      }
    }
  }

  async *entries(range: KeyRange): AsyncIterable<readonly [Bytes, Bytes]> {
    this.mustBeOpen();
    const { reverse = false, limit = Number.POSITIVE_INFINITY } = range;
    const found = this.sorted
      .range(textOfBytes(range.gte), textOfBytes(range.lt), reverse, limit)
      .map((key) => [bytesOfText(key), this.values.get(key) as Bytes] as const);
    yield* found;
  }

  async *keys({ gte, lt, reverse = false, limit = Number.POSITIVE_INFINITY }: KeyRange): AsyncIterable<Bytes> {
    this.mustBeOpen();
    yield* this.sorted.range(textOfBytes(gte), textOfBytes(lt), reverse, limit).map(bytesOfText);
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  private mustBeOpen(): void {
    if (this.closed) throw new HalleyError('unavailable', 'the store is closed');
  }
}
