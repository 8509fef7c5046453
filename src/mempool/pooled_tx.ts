/** Defines a transaction in the pool, and its size in a block. */
import type { Admission } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';

export interface PooledTx {
  readonly tx: Bytes;
  /** SHA-256 of the bytes. */
  readonly hash: Bytes;
  /** Hash in lower-case hex. */
  readonly key: string;
  readonly gasWanted: bigint;
  /** Position among added transactions: it grows with each. */
  readonly arrival: number;
  /** `undefined` for a transaction outside any nonce sequence. */
  readonly admission: Admission | undefined;
}

/** Pooled transaction that belongs to a nonce sequence. */
export interface SequencedTx extends PooledTx {
  readonly admission: Admission;
}

/** Compares two transactions of one sender, whose nonces all differ. */
export const byNonce = (a: SequencedTx, b: SequencedTx): number => (a.admission.nonce < b.admission.nonce ? -1 : 1);

export const isSequenced = (entry: PooledTx): entry is SequencedTx => entry.admission !== undefined;

/**
 * Returns the bytes that a transaction of `length` bytes adds to a block's data: field tag, length prefix and content.
 */
export function sizeInBlock(length: number): number {
  let prefix = 1;
  for (let rest = length; rest >= 0x80; rest = Math.floor(rest / 0x80)) prefix++;
  return 1 + prefix + length;
}

/** One sender's transactions in the pool at one moment, in no order. */
export interface SenderTxsContent {
  /** Address in lower-case hex, without prefix. */
  readonly sender: string;
  /** Nonce after those of the executable transactions. */
  readonly nextNonce: bigint;
  readonly entries: readonly SequencedTx[];
}

/** One sender's transactions in the pool, ascending by nonce. */
export interface SenderContent {
  readonly sender: string;
  readonly pending: readonly SequencedTx[];
  readonly queued: readonly SequencedTx[];
}

export function contentOf({ sender, nextNonce, entries }: SenderTxsContent): SenderContent {
  const inOrder = entries.toSorted(byNonce);
  return {
    sender,
    pending: inOrder.filter((entry) => entry.admission.nonce < nextNonce),
    queued: inOrder.filter((entry) => entry.admission.nonce > nextNonce),
  };
}
