/** Reads of accounts, at any retained height. */
import type { Bytes } from '../../kernel/bytes.js';

/** A height in [0, head], or what waits on top of it. */
export type StateAt = bigint | 'pending';

/** Of an account that does not exist: zeros, the hash of no code, the root of the empty trie, a proof of its absence. */
export interface EvmAccountProof {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly codeHash: Bytes;
  readonly storageHash: Bytes;
  readonly accountProof: readonly Bytes[];
  /** In the order asked for; `value` is without leading zeros, empty when the slot is. */
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/** What is read of `pending` is in `pending.ts`. */
export interface EvmAccounts {
  balance(address: Bytes, at: bigint): bigint;
  /** `pending` counts the sender's executable transactions in the mempool. */
  nonce(address: Bytes, at: StateAt): bigint;
  /** Empty for an account without code. */
  code(address: Bytes, at: bigint): Bytes;
  /** 32 bytes, also of an empty slot and of an account that does not exist. */
  storage(address: Bytes, slot: Bytes, at: bigint): Bytes;
  /** Of `pending` those of the newest block: what waits is in no root. */
  proof(address: Bytes, slots: readonly Bytes[], at: StateAt): EvmAccountProof;
}
