/** State as tries have it, for who looks into it: roots within a block, and pages in the order of hashed keys. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';

export interface EvmPageRequest {
  /** The lowest hash, 32 bytes. */
  readonly start: Bytes;
  readonly limit: number;
  readonly client: Client;
}

export interface EvmPage<T> {
  /** Ascending by hash. */
  readonly entries: readonly T[];
  /** The hash of what comes next; undefined when nothing does. */
  readonly next: Bytes | undefined;
}

export interface EvmStorageEntry {
  /** Keccak-256 of the slot. */
  readonly hash: Bytes;
  /** The slot, 32 bytes. */
  readonly key: Bytes;
  /** Without leading zeros. */
  readonly value: Bytes;
}

export interface EvmAccountEntry {
  /** Keccak-256 of the address. */
  readonly hash: Bytes;
  /** The address. */
  readonly key: Bytes;
  readonly account: { readonly nonce: bigint; readonly balance: bigint; readonly codeHash: Bytes };
  readonly storageRoot: Bytes;
  /** Undefined where it was not asked for. */
  readonly code: Bytes | undefined;
  /** Slots and values that are not zero. */
  readonly storage: readonly (readonly [slot: Bytes, value: Bytes])[] | undefined;
}

export interface EvmAccountPageRequest extends EvmPageRequest {
  readonly withCode: boolean;
  readonly withStorage: boolean;
}

export interface EvmStateRanges {
  /**
   * The state's root after each Ethereum transaction of a published block; undefined for the genesis. What modules do
   * behind the last transaction is in none of them. Throws HalleyError.
   */
  intermediateRoots(height: bigint, client: Client): Promise<readonly Bytes[] | undefined>;
  /**
   * Slots of an account before an Ethereum transaction of a published block, or, with the number of them, behind the last;
   * undefined for the genesis. Throws HalleyError.
   */
  storageRange(
    height: bigint,
    transactionIndex: number,
    address: Bytes,
    request: EvmPageRequest,
  ): Promise<EvmPage<EvmStorageEntry> | undefined>;
  /** Accounts of the state that the block's root commits to. Throws HalleyError. */
  accountRange(height: bigint, request: EvmAccountPageRequest): Promise<EvmPage<EvmAccountEntry>>;
}
