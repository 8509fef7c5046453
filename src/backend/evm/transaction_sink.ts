/** The way in for signed transactions. */
import type { Bytes } from '../../kernel/bytes.js';

/** `log` is the application's text, headed by geth's words for the condition. */
export type SubmitOutcome =
  | { readonly type: 'accepted'; readonly hash: Bytes }
  | { readonly type: 'refused'; readonly code: number; readonly codespace: string; readonly log: string };

export interface EvmTransactionSink {
  /** In automine resolves when the block that holds the transaction is published. */
  sendRaw(raw: Bytes): Promise<SubmitOutcome>;
}
