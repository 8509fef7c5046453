/**
 * The one storage port: an ordered map from bytes to bytes with atomic batches. Reads are synchronous (memory, or
 * LevelDB's `getSync`), so that nothing awaits on the way of a read; only a batch is awaited, and its promise resolves
 * when the batch is durable. `test/storage/contract.ts` proves an implementation.
 */
import type { Bytes } from '../kernel/bytes.js';

export type WriteOp =
  | { readonly type: 'put'; readonly key: Bytes; readonly value: Bytes }
  | { readonly type: 'del'; readonly key: Bytes };

/** What a record is, in words: `block of height 12`. */
export interface RecordName {
  readonly text: string;
  readonly height?: bigint;
}

/** Keys in [gte, lt), ascending, or descending with `reverse`; at most `limit` entries. */
export interface KeyRange {
  readonly gte: Bytes;
  readonly lt: Bytes;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface Store {
  /** Throws HalleyError `corrupt-store` for a value that is not the one that was written. */
  get(key: Bytes): Bytes | undefined;
  /** The value of a key that must have one. Throws HalleyError `corrupt-store` when it has none. */
  need(key: Bytes): Bytes;
  /** All or nothing. Rejects with HalleyError `store-failed`, then and for good, when it may not be durable. The arrays are not kept or changed after the call returns its promise's result. */
  batch(ops: readonly WriteOp[]): Promise<void>;
  /** Keys that begin with four bytes 0xff are the store's own, and belong to no range. */
  entries(range: KeyRange): AsyncIterable<readonly [key: Bytes, value: Bytes]>;
  /** Those of `entries`, whatever their values are. */
  keys(range: KeyRange): AsyncIterable<Bytes>;
  close(): Promise<void>;
}
