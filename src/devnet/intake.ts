/**
 * Where transactions come in: the application's CheckTx, then the mempool. For a chain that outlives its process, what
 * still waits when somebody is told that it was taken is on disk first.
 */
import type { CheckTxResponse } from '../abci/application.js';
import { txHash } from '../consensus/types/block.js';
import type { Bytes } from '../kernel/bytes.js';
import type { Chain } from './chain.js';

export type Intake =
  | { readonly type: 'checked'; readonly check: CheckTxResponse; readonly hash: Bytes; readonly taken: boolean }
  /** Before the application was asked: full, too large, seen before. */
  | { readonly type: 'refused'; readonly reason: string; readonly hash: Bytes };

export class TxIntake {
  constructor(private readonly chain: Chain) {}

  async take(tx: Bytes): Promise<Intake> {
    const { app, pool, pending } = this.chain;
    const hash = txHash(tx);
    const refusal = pool.precheck(tx, hash);
    if (refusal !== undefined) return { type: 'refused', reason: refusal, hash };
    const check = await app.checkTx({ tx, type: 'new' });
    const added = pool.add(tx, hash, check);
    if (added.type === 'refused') return { type: 'checked', check: added.check, hash, taken: false };
    for (const ethereumHash of added.executable) pending.publish(ethereumHash);
    return { type: 'checked', check, hash, taken: true };
  }

  /** To be awaited before a taken transaction is acknowledged: on disk, unless a block holds it by now. */
  async secure(tx: Bytes, hash: Bytes): Promise<void> {
    const { pool, waiting } = this.chain;
    if (pool.has(hash)) await waiting.addTx({ tx, hash });
  }

  /** Forgets everything that waits, also on disk, and that any of it was ever seen. */
  async flush(): Promise<void> {
    const { pool, store, waiting } = this.chain;
    pool.flush();
    await store.batch(await waiting.replaceTxs([]));
  }

  /** After a restart: what was taken and had not reached a block. */
  async recover(): Promise<void> {
    for (const tx of await this.chain.waiting.txs()) await this.take(tx);
  }
}
