/**
 * Selects transactions for a block. Ethereum transactions go in the pool's order (`order.ts`), each sender's by nonce;
 * the others go by arrival. The two queues merge by arrival, so neither can starve the other: an unsequenced
 * transaction goes as soon as it is older than the first sequenced one. As in CometBFT, the selection ends at the first
 * transaction that does not fit.
 */
import type { Bytes } from '../kernel/bytes.js';
import { isPayable } from './fee_order.js';
import { Heap } from './heap.js';
import type { PoolIndex } from './pool_index.js';
import { type PooledTx, type SequencedTx, sizeInBlock } from './pooled_tx.js';

export interface ReapLimits {
  /** Most bytes of the block's data; -1 is unlimited. */
  readonly maxBytes: bigint;
  /** Greatest sum of gas wanted; -1 is unlimited. */
  readonly maxGas: bigint;
  /** Base fee of the block to propose, in wei per unit of gas. Transactions that cannot pay it are left out. */
  readonly baseFee: bigint;
}

/** Iterates over the payable transactions in the pool's order, each after its sender's earlier nonces. */
function* sequenced(index: PoolIndex, baseFee: bigint): Generator<SequencedTx> {
  const isBefore = (a: SequencedTx, b: SequencedTx): boolean => index.heads.isBefore(a, b, baseFee);
  const heads = index.heads.inOrder(baseFee);
  const followers = new Heap<SequencedTx>(isBefore);
  let head = heads.next();
  for (;;) {
    const follower = followers.first;
    const takeHead = head.done !== true && (follower === undefined || isBefore(head.value, follower));
    const best = takeHead ? head.value : follower;
    if (best === undefined) return;
    yield best;
    if (takeHead) head = heads.next();
    else followers.remove(best);
    const next = index.senderTxs(best.admission.sender)?.after(best);
    if (next !== undefined && isPayable(next, baseFee)) followers.push(next);
  }
}

/** Iterates over everything that a block of any size could include, in its order. */
export function* inBlockOrder(index: PoolIndex, baseFee: bigint): Generator<PooledTx> {
  const paying = sequenced(index, baseFee);
  const others = index.unsequenced[Symbol.iterator]();
  let best = paying.next();
  let oldest = others.next();
  while (best.done !== true || oldest.done !== true) {
    if (oldest.done !== true && (best.done === true || oldest.value.arrival < best.value.arrival)) {
      yield oldest.value;
      oldest = others.next();
    } else if (best.done !== true) {
      yield best.value;
      best = paying.next();
    }
  }
}

export function reap(index: PoolIndex, { maxBytes, maxGas, baseFee }: ReapLimits): readonly Bytes[] {
  const txs: Bytes[] = [];
  let bytes = 0n;
  let gas = 0n;
  for (const { tx, gasWanted } of inBlockOrder(index, baseFee)) {
    bytes += BigInt(sizeInBlock(tx.length));
    gas += gasWanted;
    if ((maxBytes >= 0n && bytes > maxBytes) || (maxGas >= 0n && gas > maxGas)) break;
    txs.push(tx);
  }
  return txs;
}
