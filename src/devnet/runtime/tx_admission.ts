/**
 * Admits transactions: the application's CheckTx, then the mempool. On a persistent chain, a pending transaction is on
 * disk before its sender gets a response.
 */
import type { CheckTxResponse } from '../../abci/application.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { AddOutcome } from '../../mempool/mempool.js';
import type { CoreChain } from '../chain/chain.js';
import type { ChainActivity } from '../chain/chain_activity.js';

export type AdmitResult =
  | { readonly type: 'checked'; readonly check: CheckTxResponse; readonly hash: Bytes; readonly taken: boolean }
  /** Was refused before CheckTx: the mempool is full, or the transaction is too large or was seen before. */
  | { readonly type: 'refused'; readonly reason: string; readonly hash: Bytes };

export const isAdmitted = (admission: AdmitResult): boolean => admission.type === 'checked' && admission.taken;

export interface TakenTx {
  readonly tx: Bytes;
  readonly admission: AdmitResult;
}

export class TxAdmission {
  constructor(private readonly chain: CoreChain) {}

  take(tx: Bytes): Promise<AdmitResult> {
    const { activity } = this.chain;
    const taken = this.#take(tx);
    if (activity.quiet) return taken;
    return taken.then((admission) => {
      activity.publish(activityOf(tx, admission));
      return admission;
    });
  }

  async #take(tx: Bytes): Promise<AdmitResult> {
    const { app, pool } = this.chain;
    const hash = txHash(tx);
    const refusal = pool.precheck(tx, hash);
    if (refusal !== undefined) return { type: 'refused', reason: refusal, hash };
    const check = await app.checkTx({ tx, type: 'new' });
    const added = pool.add(tx, hash, check);
    if (added.type === 'refused') return { type: 'checked', check: added.check, hash, taken: false };
    this.#publish(added);
    return { type: 'checked', check, hash, taken: true };
  }

  /**
   * Persists an admitted transaction, unless a block holds it by now, and deletes those that it displaced. Await it
   * before the response to the sender.
   */
  secure(tx: Bytes, admission: AdmitResult): Promise<void> {
    return this.secureAll([{ tx, admission }]);
  }

  /** Does for several transactions, in the order in which they were taken, what `secure` does, in one write. */
  async secureAll(taken: readonly TakenTx[]): Promise<void> {
    const { pool, pendingStore } = this.chain;
    const added = taken.filter(({ admission }) => isAdmitted(admission) && pool.has(admission.hash));
    await pendingStore.changeTxs(
      added.map(({ tx, admission: { hash } }) => ({ tx, hash })),
      pool.takeDropped(),
    );
  }

  /** Deletes on disk what the last transaction has displaced, for a transaction that need not be on disk itself. */
  async secureDropped(): Promise<void> {
    const { pool, pendingStore } = this.chain;
    await pendingStore.changeTxs([], pool.takeDropped());
  }

  /** Removes all pending transactions, also on disk, and forgets that any was ever seen. */
  async flush(): Promise<void> {
    const { pool, store, pendingStore } = this.chain;
    pool.flush();
    await store.batch(await pendingStore.replaceTxs([]));
  }

  /**
   * Restores pending transactions after a restart. They are rechecked as after a block, so a price that is now below
   * the base fee does not remove them. Those that the application refuses are removed. Lower limits of the mempool
   * remove no acknowledged transaction.
   */
  async recover(): Promise<void> {
    await this.readmit(await this.chain.pendingStore.txs());
  }

  /** Adds transactions that were acknowledged earlier and are on disk, as `recover` does. */
  async readmit(txs: Iterable<Bytes>): Promise<void> {
    const { app, pool, pendingStore } = this.chain;
    const refused: { readonly hash: Bytes }[] = [];
    for (const tx of txs) {
      const hash = txHash(tx);
      const added = pool.readmit(tx, hash, await app.checkTx({ tx, type: 'recheck' }));
      if (added.type === 'refused') refused.push({ hash });
      else this.#publish(added);
    }
    await pendingStore.changeTxs([], [...refused, ...pool.takeDropped()]);
  }

  #publish({ executable }: Extract<AddOutcome, { readonly type: 'added' }>): void {
    for (const ethereumHash of executable) this.chain.executable.publish(ethereumHash);
  }
}

function activityOf(tx: Bytes, admission: AdmitResult): ChainActivity {
  const { hash } = admission;
  if (admission.type === 'refused') return { type: 'transaction', tx, hash, code: undefined, log: admission.reason };
  const { code, log } = admission.check;
  return { type: 'transaction', tx, hash, code, log: code === 0 ? undefined : log };
}
