/** One sender's transactions as `txpool_content` shows them. */
import type { Lane } from './lane.js';
import type { SequencedTx } from './pooled_tx.js';

/** Ascending by nonce. */
export interface SenderContent {
  /** Lower-case hex of the address, without prefix. */
  readonly sender: string;
  readonly pending: readonly SequencedTx[];
  readonly queued: readonly SequencedTx[];
}

export function contentOf(lane: Lane): SenderContent {
  const entries = lane.inOrder();
  return {
    sender: lane.sender,
    pending: entries.filter((entry) => entry.admission.nonce < lane.nextNonce),
    queued: entries.filter((entry) => entry.admission.nonce > lane.nextNonce),
  };
}
