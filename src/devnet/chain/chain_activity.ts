/**
 * Defines what a chain publishes for records of its run, besides the inputs of its network. Nothing is made for it
 * without a listener.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { NodeEvent } from '../../simulation/index.js';
import type { SnapshotNumbers } from './snapshot_numbers.js';

export type ChainActivity =
  /** Published when the height is durable. */
  | (Pick<Extract<NodeEvent, { type: 'committed' }>, 'decided' | 'response'> & { readonly type: 'decided' })
  | {
      /** Reports a transaction that a client submitted. */
      readonly type: 'transaction';
      readonly tx: Bytes;
      readonly hash: Bytes;
      /** Code of CheckTx; `undefined` for a transaction that was refused before. */
      readonly code: number | undefined;
      /** Reason for which the transaction was refused; `undefined` for one that was accepted. */
      readonly log: string | undefined;
    }
  /** Reports that a caller learns how far its steps have come. */
  | { readonly type: 'stepped' };

/** Part of a record. */
export interface RecordPiece {
  /** Whole lines. */
  readonly text: string;
  /** Offset of the next piece, in bytes. */
  readonly next: number;
  /** Bytes that the record has now. */
  readonly size: number;
}

/** Writes what happened so far to the record. */
export interface RecordOfChain {
  /** Resolves when everything is written, or the record has ended with a failure; undefined when it is written. */
  flush(): Promise<void> | undefined;
  /** Keeps back the lines that follow, and what flushes them, until the returned function is called. */
  hold(): () => void;
  /** Bytes that are written; `undefined` without a record. */
  readonly size: number | undefined;
  /** Reads whole lines from an offset. Resolves to undefined without a record, and for an offset behind its end. */
  read(offset: number): Promise<RecordPiece | undefined>;
  /** Numbers the snapshots of the chain as the record does. */
  readonly snapshots: SnapshotNumbers | undefined;
}

export const NO_RECORD: RecordOfChain = {
  flush: () => undefined,
  hold: () => () => undefined,
  size: undefined,
  read: async () => undefined,
  snapshots: undefined,
};
