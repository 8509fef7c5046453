/**
 * Defines the interface of storage: an ordered map from bytes to bytes with atomic batches. Reads are synchronous
 * (memory, or LevelDB's `getSync`), so that code which reads need not await. Only a batch is awaited, and its promise
 * resolves when the batch is durable. `test/storage/contract.ts` tests an implementation.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { HalleyError } from '../kernel/errors.js';

export type WriteOp =
  | { readonly type: 'put'; readonly key: Bytes; readonly value: Bytes }
  | { readonly type: 'del'; readonly key: Bytes };

/** Record in words, such as `block of height 12`. */
export interface RecordName {
  readonly text: string;
  readonly height?: bigint;
}

/** Selects keys in [gte, lt), ascending, or descending with `reverse`, and at most `limit` entries. */
export interface KeyRange {
  readonly gte: Bytes;
  readonly lt: Bytes;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export interface Store {
  /** Returns the value of a key. Throws HalleyError `corrupt-store` when the value is not the one that was written. */
  get(key: Bytes): Bytes | undefined;
  /** Returns the value of a key that must have one. Throws HalleyError `corrupt-store` when it has none. */
  need(key: Bytes): Bytes;
  /**
   * Applies all operations or none. Rejects with HalleyError `store-failed` when the batch may not be durable, and so
   * do all later calls. The arrays are neither retained nor changed after the promise settles.
   */
  batch(ops: readonly WriteOp[]): Promise<void>;
  /**
   * Iterates over the entries of a range. Keys that begin with four bytes 0xff belong to the store itself and are in no
   * range.
   */
  entries(range: KeyRange): AsyncIterable<readonly [key: Bytes, value: Bytes]>;
  /** Iterates over the keys of a range without reading the values. */
  keys(range: KeyRange): AsyncIterable<Bytes>;
  /** Closes the store. Calls from then on fail, those of a store in memory with `why`. */
  close(why?: HalleyError): Promise<void>;
}
