/** Reads accounts at any retained height. */
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';

/** Height in [0, head], or the pending state on top of the head. */
export type StateAt = bigint | 'pending';

/**
 * Proves an account. One that does not exist has zeros, the hash of empty code, the root of the empty trie, and a proof
 * of its absence.
 */
export interface EvmAccountProof {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly codeHash: Bytes;
  readonly storageHash: Bytes;
  readonly accountProof: readonly Bytes[];
  /** Slots in the requested order. `value` has no leading zeros and is empty for an empty slot. */
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/**
 * Reads accounts at a height; `pending.ts` reads the pending state. On a forked chain, a value that was not fetched from
 * the other chain yet is a promise, which rejects with HalleyError `unavailable` when it cannot be fetched.
 */
export interface EvmAccounts {
  balance(address: Bytes, at: bigint): Awaitable<bigint>;
  /** Returns the next nonce. `pending` counts the sender's executable transactions in the mempool. */
  nonce(address: Bytes, at: StateAt): Awaitable<bigint>;
  /** Returns the code, empty for an account without code. */
  code(address: Bytes, at: bigint): Awaitable<Bytes>;
  /** Returns 32 bytes, also for an empty slot and an account that does not exist. */
  storage(address: Bytes, slot: Bytes, at: bigint): Awaitable<Bytes>;
  /** Proves an account. `pending` gives that of the newest block, because no root covers pending changes. */
  proof(address: Bytes, slots: readonly Bytes[], at: StateAt): EvmAccountProof;
}
