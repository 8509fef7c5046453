/**
 * Orders transactions by what they pay the proposer per unit of gas, min(tip, fee cap - base fee), then by arrival. The
 * base fee changes with every block, but a full re-sort is not needed. While the whole tip fits under the cap, the tip
 * decides the order; above that the cap does. A transaction moves from one half to the other only when the base fee
 * crosses `fee cap - tip`. Each half is a heap; a second heap per half finds the transaction that crosses next.
 */
import { Heap } from './heap.js';
import type { SequencedTx } from './pooled_tx.js';
import type { TxOrder } from './tx_order.js';

const cap = (entry: SequencedTx): bigint => entry.admission.maxFeePerGas;
const tip = (entry: SequencedTx): bigint => entry.admission.maxPriorityFeePerGas;
/** Returns the highest base fee at which the whole tip is paid. */
const turningPoint = (entry: SequencedTx): bigint => cap(entry) - tip(entry);

export const isPayable = (entry: SequencedTx, baseFee: bigint): boolean => cap(entry) >= baseFee;

/** Returns the tip that the proposer receives; negative when the fee cap is below the base fee. */
export function effectiveTip(entry: SequencedTx, baseFee: bigint): bigint {
  const room = cap(entry) - baseFee;
  return room < tip(entry) ? room : tip(entry);
}

/** Returns whether `a` goes into a block before `b`. */
export function paysBefore(a: SequencedTx, b: SequencedTx, baseFee: bigint): boolean {
  const [first, second] = [effectiveTip(a, baseFee), effectiveTip(b, baseFee)];
  return first === second ? a.arrival < b.arrival : first > second;
}

function heapBy(rank: (entry: SequencedTx) => bigint): Heap<SequencedTx> {
  return new Heap((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? a.arrival < b.arrival : first > second;
  });
}

export class FeeOrder implements TxOrder {
  #baseFee = 0n;
  readonly #byTip = heapBy(tip);
  readonly #byCap = heapBy(cap);
  /** Orders `#byTip` by which transaction leaves first when the base fee rises. */
  readonly #leavesFirst = heapBy((entry) => -turningPoint(entry));
  /** Orders `#byCap` by which transaction returns first when the base fee falls. */
  readonly #returnsFirst = heapBy(turningPoint);

  emptyCopy(): FeeOrder {
    const copy = new FeeOrder();
    copy.#baseFee = this.#baseFee;
    return copy;
  }

  add(entry: SequencedTx): void {
    const whole = turningPoint(entry) >= this.#baseFee;
    (whole ? this.#byTip : this.#byCap).push(entry);
    (whole ? this.#leavesFirst : this.#returnsFirst).push(entry);
  }

  remove(entry: SequencedTx): void {
    for (const heap of [this.#byTip, this.#byCap, this.#leavesFirst, this.#returnsFirst]) heap.remove(entry);
  }

  /** Iterates over the payable transactions, best first. Nothing may be added or removed meanwhile. */
  *inOrder(baseFee: bigint): Generator<SequencedTx> {
    this.#moveTo(baseFee);
    const tips = this.#byTip.inOrder();
    const caps = this.#byCap.inOrder();
    let a = tips.next();
    let b = caps.next();
    for (;;) {
      if (a.done !== true && (b.done === true || paysBefore(a.value, b.value, baseFee))) {
        yield a.value;
        a = tips.next();
      } else if (b.done !== true && isPayable(b.value, baseFee)) {
        yield b.value;
        b = caps.next();
      } else return;
    }
  }

  isBefore(a: SequencedTx, b: SequencedTx, baseFee: bigint): boolean {
    return paysBefore(a, b, baseFee);
  }

  hasPayable(baseFee: bigint): boolean {
    this.#moveTo(baseFee);
    const best = this.#byTip.first ?? this.#byCap.first;
    return best !== undefined && isPayable(best, baseFee);
  }

  #moveTo(baseFee: bigint): void {
    this.#baseFee = baseFee;
    for (let e = this.#leavesFirst.first; e !== undefined && turningPoint(e) < baseFee; e = this.#leavesFirst.first)
      this.#reinsert(e);
    for (let e = this.#returnsFirst.first; e !== undefined && turningPoint(e) >= baseFee; e = this.#returnsFirst.first)
      this.#reinsert(e);
  }

  #reinsert(entry: SequencedTx): void {
    this.remove(entry);
    this.add(entry);
  }
}
