/** Splits one sender's transactions into pending and queued, as `txpool_content` shows them. */
import { byNonce, type SequencedTx } from './pooled_tx.js';

/** One sender's transactions in the pool at one moment, in no order. */
export interface SenderTxsContent {
  /** Address in lower-case hex, without prefix. */
  readonly sender: string;
  /** Nonce after those of the executable transactions. */
  readonly nextNonce: bigint;
  readonly entries: readonly SequencedTx[];
}

/** One sender's transactions in the pool, ascending by nonce. */
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
