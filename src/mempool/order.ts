/**
 * The orders in which a block includes the transactions that can pay its base fee. One sender's transactions go
 * by nonce in every order. `fees`: higher payment first, then earlier arrival. `fifo`: earlier arrival first.
 */
import { FeeOrder, isPayable } from './fee_order.js';
import { Heap } from './heap.js';
import type { SequencedTx } from './pooled_tx.js';
import type { TxOrder } from './tx_order.js';

export const ORDERS = ['fees', 'fifo'] as const;
export type OrderName = (typeof ORDERS)[number];

const cameBefore = (a: SequencedTx, b: SequencedTx): boolean => a.arrival < b.arrival;

/**
 * Orders transactions by arrival. Their fees are sorted too, because every height checks whether any can pay the base
 * fee.
 */
class FifoOrder implements TxOrder {
  readonly #byArrival = new Heap(cameBefore);
  readonly #byFee: FeeOrder;

  constructor(byFee = new FeeOrder()) {
    this.#byFee = byFee;
  }

  emptyCopy(): FifoOrder {
    return new FifoOrder(this.#byFee.emptyCopy());
  }

  add(entry: SequencedTx): void {
    this.#byArrival.push(entry);
    this.#byFee.add(entry);
  }

  remove(entry: SequencedTx): void {
    this.#byArrival.remove(entry);
    this.#byFee.remove(entry);
  }

  *inOrder(baseFee: bigint): Generator<SequencedTx> {
    for (const entry of this.#byArrival.inOrder()) if (isPayable(entry, baseFee)) yield entry;
  }

  hasPayable(baseFee: bigint): boolean {
    return this.#byFee.hasPayable(baseFee);
  }

  isBefore(a: SequencedTx, b: SequencedTx): boolean {
    return cameBefore(a, b);
  }
}

export const orderOf = (name: OrderName): TxOrder => (name === 'fees' ? new FeeOrder() : new FifoOrder());
