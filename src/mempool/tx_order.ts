/** Defines an order of the first executable transactions of all senders for inclusion in a block. */
import type { SequencedTx } from './pooled_tx.js';

export interface TxOrder {
  /** Returns an order without transactions, at the same base fee. */
  emptyCopy(): TxOrder;
  add(entry: SequencedTx): void;
  remove(entry: SequencedTx): void;
  /** Iterates over the payable transactions in order. Nothing may be added or removed meanwhile. */
  inOrder(baseFee: bigint): Generator<SequencedTx>;
  hasPayable(baseFee: bigint): boolean;
  /** Returns whether `a` goes into a block before `b`. */
  isBefore(a: SequencedTx, b: SequencedTx, baseFee: bigint): boolean;
}
