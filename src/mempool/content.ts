/** One sender's transactions as `txpool_content` shows them. */
import { byNonce, type SequencedTx } from './pooled_tx.js';

/** Lists what one sender has in the pool at one moment, in no order. */
export interface SenderTxsContent {
  /** Lower-case hex of the address, without prefix. */
  readonly sender: string;
  /** The nonce after those of the executable transactions. */
  readonly nextNonce: bigint;
  readonly entries: readonly SequencedTx[];
}

/** Lists what one sender has in the pool, ascending by nonce. */
export interface SenderContent {
  readonly sender: string;
  readonly pending: readonly SequencedTx[];
  readonly queued: readonly SequencedTx[];
}

export function contentOf({ sender, nextNonce, entries }: SenderTxsContent): SenderContent {
  const inOrder = entries.toSorted(byNonce);
  return {
    sender,
    pending: inOrder.filter((entry) => entry.admission.nonce < nextNonce),
    queued: inOrder.filter((entry) => entry.admission.nonce > nextNonce),
  };
}
