/**
 * The one storage port: an ordered map from bytes to bytes with atomic batches. Reads are synchronous (memory, or
 * LevelDB's `getSync`), so that nothing awaits on the way of a read; only a batch is awaited, and its promise resolves
 * when the batch is durable. `test/storage/contract.ts` proves an implementation.
 */
import type { Bytes } from '../kernel/bytes.js';

export type WriteOp =
  | { readonly type: 'put'; readonly key: Bytes; readonly value: Bytes }
  | { readonly type: 'del'; readonly key: Bytes };

/** Keys in [gte, lt), ascending, or descending with `reverse`; at most `limit` entries. */
export interface KeyRange {
  readonly gte: Bytes;
  readonly lt: Bytes;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface Store {
  get(key: Bytes): Bytes | undefined;
  /** All or nothing. The arrays are not kept or changed after the call returns its promise's result. */
  batch(ops: readonly WriteOp[]): Promise<void>;
  entries(range: KeyRange): AsyncIterable<readonly [key: Bytes, value: Bytes]>;
  close(): Promise<void>;
}
