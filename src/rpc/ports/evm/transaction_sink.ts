/** The ways in for transactions. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { EvmCallRequest } from './execution.js';

/** `log` is the application's text, headed by geth's words for the condition. */
export type SubmitOutcome =
  | { readonly type: 'accepted'; readonly hash: Bytes }
  /** Never sent: filling in the gas limit found that it would revert. */
  | { readonly type: 'reverted'; readonly data: Bytes }
  | { readonly type: 'refused'; readonly code: number; readonly codespace: string; readonly log: string };

export interface EvmTransactionSink {
  /** In automine resolves when the block that holds the transaction is published. */
  sendRaw(raw: Bytes): Promise<SubmitOutcome>;
  /** Unlocked accounts. */
  accounts(): readonly Bytes[];
  /** Signs with an unlocked account and sends; `refused` with `unknown account` otherwise. Absent fields are filled. */
  send(request: EvmCallRequest): Promise<SubmitOutcome>;
}
