/** Reads the Ethereum transactions in the mempool. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmTransaction } from './block.js';

/** One sender's transactions, ascending by nonce. Each list can be iterated any number of times. */
export interface EvmPooledLists {
  readonly sender: Bytes;
  readonly pending: Iterable<EvmTransaction>;
  readonly queued: Iterable<EvmTransaction>;
}

/** One sender's transactions, ascending by nonce. */
export interface EvmPooled extends EvmPooledLists {
  readonly sender: Bytes;
  /** Transactions that a block could include, as far as nonces are concerned. */
  readonly pending: readonly EvmTransaction[];
  /** Transactions that need an earlier nonce first. */
  readonly queued: readonly EvmTransaction[];
}

export interface EvmPool {
  /** Decides which transactions a block includes first: the higher fee, or the earlier arrival. */
  readonly order: 'fees' | 'fifo';
  /**
   * Lists each sender's current transactions, in the order in which senders arrived. Transactions are decoded during
   * the iteration, because they may be many. A sender may have no Ethereum transactions.
   */
  pooled(): readonly EvmPooledLists[];
  /** Returns empty lists for a sender without pending transactions. */
  pooledOf(sender: Bytes): EvmPooled;
  pooledCounts(): { readonly pending: number; readonly queued: number };
}
