/** Accepts signed transactions. */
import type { Bytes } from '../../kernel/bytes.js';

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
