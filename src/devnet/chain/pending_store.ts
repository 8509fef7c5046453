/**
 * Stores what was acknowledged and is in no block yet, on the disk of a persistent chain. This is transactions in their
 * order of arrival, dev transactions, and evidence. A chain in memory stores nothing here.
 */
import {
  PENDING_DEV_TXS,
  PENDING_EVIDENCE,
  PENDING_TXS,
  pendingDevTxKey,
  pendingEvidenceKey,
  pendingTxKey,
} from '../../chain/block_store/keys.js';
import { EventBus } from '../../chain/event_bus.js';
import { isDevTx } from '../../codec/dev/dev_tx.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Block } from '../../consensus/types/block.js';
import { decodeEvidence, type Evidence, encodeEvidence, evidenceHash } from '../../consensus/types/evidence.js';
import { type Bytes, bigintToBytes, bytesToBigint, concatBytes } from '../../kernel/bytes.js';
import { finish, noSteps, type Steps } from '../../kernel/steps.js';
import type { PooledTx } from '../../mempool/pooled_tx.js';
import type { Store, WriteOp } from '../../storage/store.js';

/** Size of the arrival number in front of a transaction. */
const ARRIVAL_BYTES = 8;

/** Decodes a stored transaction with its arrival number. */
export function decodePendingTx(value: Bytes): { readonly arrival: bigint; readonly tx: Bytes } {
  return { arrival: bytesToBigint(value.subarray(0, ARRIVAL_BYTES)), tx: value.subarray(ARRIVAL_BYTES) };
}

interface PendingTx {
  readonly tx: Bytes;
  readonly hash: Bytes;
}

/** Identifies a transaction that left the mempool without being in a block. */
export type GoneTx = Pick<PendingTx, 'hash'> & Partial<Pick<PooledTx, 'admission'>>;

export class PendingStore {
  #arrivals = 0n;
  /** Publishes each transaction that `changeTxs` removes. */
  readonly gone = new EventBus<GoneTx>();

  constructor(
    private readonly store: Store,
    private readonly durable: boolean,
  ) {}

  /** Writes all changes in one batch; without changes it writes nothing. */
  async changeTxs(added: readonly PendingTx[], gone: readonly GoneTx[]): Promise<void> {
    if (!this.gone.quiet) for (const tx of gone) this.gone.publish(tx);
    if (!this.durable || added.length + gone.length === 0) return;
    await this.store.batch([...gone.map(delTx), ...added.map((waiting) => this.#put(waiting))]);
  }

  async addEvidence(evidence: Evidence): Promise<void> {
    if (this.durable) await this.store.batch([putEvidence(evidence)]);
  }

  async addDevTxs(txs: readonly Bytes[]): Promise<void> {
    if (this.durable && txs.length > 0) await this.store.batch(txs.map(putDevTx));
  }

  /** Returns the writes that remove what the block contains. */
  settledBy({ txs, evidence }: Pick<Block, 'txs' | 'evidence'>): WriteOp[] {
    if (!this.durable) return [];
    const keys = [
      ...txs.map((tx) => (isDevTx(tx) ? pendingDevTxKey : pendingTxKey)(txHash(tx))),
      ...evidence.map((item) => pendingEvidenceKey(evidenceHash(item))),
    ];
    return keys.map((key) => ({ type: 'del', key }));
  }

  /** Returns the writes after which exactly these transactions are stored. */
  async replaceTxs(txs: Iterable<PendingTx>): Promise<WriteOp[]> {
    return finish((await this.replacingTxs())(txs));
  }

  /** Returns a function that makes the same writes in steps, for transactions that are known later. */
  async replacingTxs(): Promise<(txs: Iterable<PendingTx>) => Steps<WriteOp[]>> {
    if (!this.durable) return () => noSteps([]);
    const gone = await this.#deletions(PENDING_TXS);
    return (txs) => this.#putAll(gone, [...txs]);
  }

  *#putAll(before: readonly WriteOp[], txs: readonly PendingTx[]): Steps<WriteOp[]> {
    const writes = [...before];
    for (const waiting of txs) {
      writes.push(this.#put(waiting));
      yield;
    }
    return writes;
  }

  /** Returns the writes after which exactly these dev transactions are stored. */
  async replaceDevTxs(txs: readonly Bytes[]): Promise<WriteOp[]> {
    if (!this.durable) return [];
    return [...(await this.#deletions(PENDING_DEV_TXS)), ...txs.map(putDevTx)];
  }

  /** Returns the writes after which exactly this evidence is stored. */
  async replaceEvidence(evidence: readonly Evidence[]): Promise<WriteOp[]> {
    if (!this.durable) return [];
    return [...(await this.#deletions(PENDING_EVIDENCE)), ...evidence.map(putEvidence)];
  }

  /** Returns the transactions in order of arrival. */
  async txs(): Promise<Bytes[]> {
    const found: { readonly arrival: bigint; readonly tx: Bytes }[] = [];
    for await (const [, value] of this.store.entries(PENDING_TXS)) {
      const { arrival, tx } = decodePendingTx(value);
      found.push({ arrival, tx });
      if (arrival >= this.#arrivals) this.#arrivals = arrival + 1n;
    }
    return found.sort((a, b) => (a.arrival < b.arrival ? -1 : 1)).map(({ tx }) => tx);
  }

  /** Returns the dev transactions in no particular order; their sequences order them. */
  async devTxs(): Promise<Bytes[]> {
    const found: Bytes[] = [];
    for await (const [, value] of this.store.entries(PENDING_DEV_TXS)) found.push(value);
    return found;
  }

  async evidence(): Promise<Evidence[]> {
    const found: Evidence[] = [];
    if (!this.durable) return found;
    for await (const [, value] of this.store.entries(PENDING_EVIDENCE)) found.push(decodeEvidence(value));
    return found;
  }

  #put({ tx, hash }: PendingTx): WriteOp {
    const arrival = bigintToBytes(this.#arrivals++, ARRIVAL_BYTES);
    return { type: 'put', key: pendingTxKey(hash), value: concatBytes(arrival, tx) };
  }

  async #deletions(range: typeof PENDING_TXS): Promise<WriteOp[]> {
    const writes: WriteOp[] = [];
    for await (const [key] of this.store.entries(range)) writes.push({ type: 'del', key });
    return writes;
  }
}

const delTx = ({ hash }: Pick<PendingTx, 'hash'>): WriteOp => ({ type: 'del', key: pendingTxKey(hash) });

const putDevTx = (tx: Bytes): WriteOp => ({ type: 'put', key: pendingDevTxKey(txHash(tx)), value: tx });

const putEvidence = (evidence: Evidence): WriteOp => ({
  type: 'put',
  key: pendingEvidenceKey(evidenceHash(evidence)),
  value: encodeEvidence(evidence),
});
