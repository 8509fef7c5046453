/**
 * Where transactions come in: the application's CheckTx, then the mempool. For a chain that outlives its process, what
 * still waits when somebody is told that it was taken is on disk first.
 */
import type { CheckTxResponse } from '../../abci/application.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { AddOutcome } from '../../mempool/mempool.js';
import type { Chain } from '../chain/chain.js';

export type AdmitResult =
  | { readonly type: 'checked'; readonly check: CheckTxResponse; readonly hash: Bytes; readonly taken: boolean }
  /** Before the application was asked: full, too large, seen before. */
  | { readonly type: 'refused'; readonly reason: string; readonly hash: Bytes };

export const isAdmitted = (admission: AdmitResult): boolean => admission.type === 'checked' && admission.taken;

export class TxAdmission {
  constructor(private readonly chain: Chain) {}

  async take(tx: Bytes): Promise<AdmitResult> {
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
   * To be awaited before the answer to what was handed in: a taken transaction is on disk, unless a block holds it by
   * now, and what had to go for it is not.
   */
  async secure(tx: Bytes, admission: AdmitResult): Promise<void> {
    const { pool, waiting } = this.chain;
    const { hash } = admission;
    await waiting.changeTxs(isAdmitted(admission) && pool.has(hash) ? [{ tx, hash }] : [], pool.takeDropped());
  }

  /** Forgets everything that waits, also on disk, and that any of it was ever seen. */
  async flush(): Promise<void> {
    const { pool, store, waiting } = this.chain;
    pool.flush();
    await store.batch(await waiting.replaceTxs([]));
  }

  /**
   * After a restart: what was taken and had not reached a block, checked as after a block, because a price that the base
   * fee has left behind had stayed. What the application refuses by now waits no more; smaller limits of the pool refuse
   * nothing that was acknowledged.
   */
  async recover(): Promise<void> {
    const { app, pool, waiting } = this.chain;
    const refused: Pick<AdmitResult, 'hash'>[] = [];
    for (const tx of await waiting.txs()) {
      const hash = txHash(tx);
      const added = pool.readmit(tx, hash, await app.checkTx({ tx, type: 'recheck' }));
      if (added.type === 'refused') refused.push({ hash });
      else this.#publish(added);
    }
    await waiting.changeTxs([], [...refused, ...pool.takeDropped()]);
  }

  #publish({ executable }: Extract<AddOutcome, { readonly type: 'added' }>): void {
    for (const ethereumHash of executable) this.chain.pending.publish(ethereumHash);
  }
}
