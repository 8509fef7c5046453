/** The block that would come next, were it proposed now: what waits, executed on top of the newest block. */
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmBlock } from './block.js';

/** Accounts after the pending block. */
export interface EvmPendingState {
  balance(address: Bytes): bigint;
  /** Empty for an account without code. */
  code(address: Bytes): Bytes;
  /** 32 bytes, also of an empty slot and of an account that does not exist. */
  storage(address: Bytes, slot: Bytes): Bytes;
}

export interface EvmPending {
  /** A promise where something waits that has not run yet. Nobody knows the block's hash: it is 32 zero bytes. */
  pendingBlock(): Awaitable<EvmBlock>;
  /** Reads accounts after it; the state is good until `read` returns. */
  readPending<T>(read: (state: EvmPendingState) => T): Awaitable<T>;
}
