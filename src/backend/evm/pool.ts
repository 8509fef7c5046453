/** What waits in the mempool: of Ethereum transactions alone. */
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmTransaction } from './block.js';

/** Lists one sender's transactions, ascending by nonce. Each list can be iterated any number of times. */
export interface EvmPooledLists {
  readonly sender: Bytes;
  readonly pending: Iterable<EvmTransaction>;
  readonly queued: Iterable<EvmTransaction>;
}

/** Holds one sender's transactions, ascending by nonce. */
export interface EvmPooled extends EvmPooledLists {
  readonly sender: Bytes;
  /** A block could hold them, as far as nonces are concerned. */
  readonly pending: readonly EvmTransaction[];
  /** They wait for an earlier nonce. */
  readonly queued: readonly EvmTransaction[];
}

export interface EvmPool {
  /** Which go into a block first: who pays more, or who came earlier. */
  readonly order: 'fees' | 'fifo';
  /**
   * Lists what each sender has now, in the order in which senders came. Transactions are decoded during the iteration,
   * because they may be many. A sender may have none that is an Ethereum transaction.
   */
  pooled(): readonly EvmPooledLists[];
  /** Empty lists of a sender of whom nothing waits. */
  pooledOf(sender: Bytes): EvmPooled;
  pooledCounts(): { readonly pending: number; readonly queued: number };
}
