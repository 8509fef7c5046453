/** A transaction in the pool, and the two sizes by which it is counted. */
import type { Admission } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';

export interface PooledTx {
  readonly tx: Bytes;
  /** SHA-256 of the bytes. */
  readonly hash: Bytes;
  /** The hash in lower-case hex. */
  readonly key: string;
  readonly gasWanted: bigint;
  /** Grows with each transaction that is taken. */
  readonly arrival: number;
  /** Undefined for a transaction outside any nonce sequence. */
  readonly admission: Admission | undefined;
}

/** A pooled transaction that belongs to a nonce sequence. */
export interface SequencedTx extends PooledTx {
  readonly admission: Admission;
}

/** Orders one sender's transactions, whose nonces all differ. */
export const byNonce = (a: SequencedTx, b: SequencedTx): number => (a.admission.nonce < b.admission.nonce ? -1 : 1);

export const isSequenced = (entry: PooledTx): entry is SequencedTx => entry.admission !== undefined;

/** Bytes that a transaction of `length` bytes adds to a block's data: field tag, length prefix, content. */
export function sizeInBlock(length: number): number {
  let prefix = 1;
  for (let rest = length; rest >= 0x80; rest = Math.floor(rest / 0x80)) prefix++;
  return 1 + prefix + length;
}
