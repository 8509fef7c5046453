/** Defines how methods send transactions, and read and change the mempool. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmTransaction } from './block.js';

/** One sender's transactions, ascending by nonce. Each list can be iterated any number of times. */
export interface EvmPooledLists {
  readonly sender: Bytes;
  /** Transactions that a block could include, as far as nonces are concerned. */
  readonly pending: Iterable<EvmTransaction>;
  /** Transactions that need an earlier nonce first. */
  readonly queued: Iterable<EvmTransaction>;
}

/** Transactions of one sender that are decoded already. */
export interface EvmPooled extends EvmPooledLists {
  readonly sender: Bytes;
  readonly pending: readonly EvmTransaction[];
  readonly queued: readonly EvmTransaction[];
}

export interface EvmPool {
  /** Transactions that a block includes first: those with the higher fee, or those that arrived earlier. */
  readonly order: 'fees' | 'fifo';
  /**
   * Yields each sender's current transactions, in the order in which senders arrived. Transactions are decoded during
   * the iteration, because they may be many. A sender may have no Ethereum transactions.
   */
  pooled(): readonly EvmPooledLists[];
  /** Returns empty lists for a sender without pending transactions. */
  pooledOf(sender: Bytes): EvmPooled;
  pooledCounts(): { readonly pending: number; readonly queued: number };
}

/** Removal of pending transactions, as if they had never arrived. */
export interface EvmDropping {
  /** Removes a transaction by its Ethereum hash. Resolves to false when none with it is pending. */
  drop(hash: Bytes): Promise<boolean>;
  /** Removes all transactions of a sender. */
  dropOf(sender: Bytes): Promise<void>;
  dropAll(): Promise<void>;
}

/** Result of a submission. `log` is the application's text; it starts with geth's text for the condition. */
export type SubmitOutcome =
  | { readonly type: 'accepted'; readonly hash: Bytes }
  | { readonly type: 'refused'; readonly code: number; readonly codespace: string; readonly log: string };

export interface EvmTransactionSink {
  /** Submits a transaction. In automine it resolves when the block with the transaction is published. */
  sendRaw(raw: Bytes): Promise<SubmitOutcome>;
  /**
   * Whether submitting makes no block, and submissions that wait at the same time are written together. They take
   * effect in their order.
   */
  readonly sendsTogether?: boolean;
}
