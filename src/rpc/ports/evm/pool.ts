/** What waits in the mempool: of Ethereum transactions alone. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { EvmTransaction } from './block.js';

/** One sender's, ascending by nonce; each list can be walked through any number of times. */
export interface EvmPooledLists {
  readonly sender: Bytes;
  readonly pending: Iterable<EvmTransaction>;
  readonly queued: Iterable<EvmTransaction>;
}

/** One sender's, ascending by nonce. */
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
   * By sender, in the order in which senders came: what they have now, read while it is walked through, because it may be
   * much. A sender may have nothing to show.
   */
  pooled(): readonly EvmPooledLists[];
  /** Empty lists of a sender of whom nothing waits. */
  pooledOf(sender: Bytes): EvmPooled;
  pooledCounts(): { readonly pending: number; readonly queued: number };
}
