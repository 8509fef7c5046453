/**
 * Defines what a chain publishes for records of its run, besides the inputs of its network. Nothing is made for it
 * without a listener.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { NodeEvent } from '../../simulation/index.js';

export type ChainActivity =
  /** Is published when the height is durable. */
  | (Pick<Extract<NodeEvent, { type: 'committed' }>, 'decided' | 'response'> & { readonly type: 'decided' })
  | {
      /** Reports a transaction that a client submitted. */
      readonly type: 'transaction';
      readonly tx: Bytes;
      readonly hash: Bytes;
      /** Is the code of CheckTx; undefined for a transaction that was refused before. */
      readonly code: number | undefined;
      /** Says why the transaction was refused; undefined for one that was accepted. */
      readonly log: string | undefined;
    }
  /** Reports that a caller learns how far its steps have come. */
  | { readonly type: 'stepped' };

/** Writes what happened so far to the record. It is replaced when a record begins. */
export interface RecordOfChain {
  /** Resolves when everything is written; undefined when it is. Rejects when it cannot be written. */
  flush(): Promise<void> | undefined;
}

export const NO_RECORD: RecordOfChain = { flush: () => undefined };
