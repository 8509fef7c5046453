/**
 * Reads the block that would come next if it were proposed now: the pending transactions, executed on top of the newest
 * block.
 */
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmBlock } from './block.js';

/** Reads accounts after the pending block. */
export interface EvmPendingState {
  balance(address: Bytes): Awaitable<bigint>;
  /** Returns the code, empty for an account without code. */
  code(address: Bytes): Awaitable<Bytes>;
  /** Returns 32 bytes, also for an empty slot and an account that does not exist. */
  storage(address: Bytes, slot: Bytes): Awaitable<Bytes>;
}

export interface EvmPending {
  /**
   * Returns the block, or a promise where pending transactions have not run yet. The block's hash is unknown and
   * consists of 32 zero bytes.
   */
  pendingBlock(): Awaitable<EvmBlock>;
  /**
   * Reads accounts after the block; the state is valid until `read` returns. On a forked chain `read` may run several
   * times.
   */
  readPending<T>(read: (state: EvmPendingState) => Awaitable<T>): Awaitable<T>;
}
