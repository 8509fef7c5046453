/** Reads state in the form of tries: roots within a block, and pages in the order of hashed keys. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';

export interface EvmPageRequest {
  /** Lowest hash of the page, 32 bytes. */
  readonly start: Bytes;
  readonly limit: number;
  readonly client: Client;
}

export interface EvmPage<T> {
  /** Sorted by hash, ascending. */
  readonly entries: readonly T[];
  /** Hash of the next entry; `undefined` when there is none. */
  readonly next: Bytes | undefined;
}

export interface EvmStorageEntry {
  /** Keccak-256 of the slot. */
  readonly hash: Bytes;
  /** Slot, 32 bytes. */
  readonly key: Bytes;
  /** Value without leading zeros. */
  readonly value: Bytes;
}

export interface EvmAccountEntry {
  /** Keccak-256 of the address. */
  readonly hash: Bytes;
  /** Address. */
  readonly key: Bytes;
  readonly account: { readonly nonce: bigint; readonly balance: bigint; readonly codeHash: Bytes };
  readonly storageRoot: Bytes;
  /** `undefined` where it was not requested. */
  readonly code: Bytes | undefined;
  /** Slots with nonzero values. */
  readonly storage: readonly (readonly [slot: Bytes, value: Bytes])[] | undefined;
}

export interface EvmAccountPageRequest extends EvmPageRequest {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

export interface EvmStateRanges {
  /**
   * Resolves to the state root after each Ethereum transaction of a published block, or to undefined for the genesis.
   * The roots do not include what modules do after the last transaction. Throws HalleyError.
   */
  intermediateRoots(height: bigint, client: Client): Promise<readonly Bytes[] | undefined>;
  /**
   * Resolves to slots of an account before an Ethereum transaction of a published block. With the number of
   * transactions as the index, the state is that after the last. Resolves to undefined for the genesis. Throws
   * HalleyError.
   */
  storageRange(
    height: bigint,
    transactionIndex: number,
    address: Bytes,
    request: EvmPageRequest,
  ): Promise<EvmPage<EvmStorageEntry> | undefined>;
  /** Resolves to accounts of the state that the block's root commits to. Throws HalleyError. */
  accountRange(height: bigint, request: EvmAccountPageRequest): Promise<EvmPage<EvmAccountEntry>>;
}
