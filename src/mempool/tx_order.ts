/** The heads of all senders in the order in which they go into a block. */
import type { SequencedTx } from './pooled_tx.js';

export interface TxOrder {
  /** Returns an order without transactions, at the same base fee. */
  emptyCopy(): TxOrder;
  add(entry: SequencedTx): void;
  remove(entry: SequencedTx): void;
  /** The payable ones, first to last. Nothing may be added or removed meanwhile. */
  inOrder(baseFee: bigint): Generator<SequencedTx>;
  hasPayable(baseFee: bigint): boolean;
  /** Whether `a` goes into a block before `b`. */
  isBefore(a: SequencedTx, b: SequencedTx, baseFee: bigint): boolean;
}
