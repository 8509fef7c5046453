/**
 * Where transactions come in: the application's CheckTx, then the mempool. For a chain that outlives its process, what
 * still waits when somebody is told that it was taken is on disk first.
 */
import type { CheckTxResponse } from '../abci/application.js';
import { PENDING_FROM, PENDING_TO, pendingTxKey } from '../chain/ledger/keys.js';
import { txHash } from '../consensus/types/block.js';
import type { Bytes } from '../kernel/bytes.js';
import type { Store, WriteOp } from '../storage/port.js';
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
    const { durable, pool, store } = this.chain;
    if (durable && pool.has(hash)) await store.batch([{ type: 'put', key: pendingTxKey(hash), value: tx }]);
  }

  /** Forgets everything that waits, also on disk, and that any of it was ever seen. */
  async flush(): Promise<void> {
    const { durable, pool, store } = this.chain;
    pool.flush();
    if (durable) await store.batch(await forgetPending(store));
  }

  /** After a restart: what was taken and had not reached a block. */
  async recover(): Promise<void> {
    const waiting: Bytes[] = [];
    for await (const [, tx] of this.chain.store.entries({ gte: PENDING_FROM, lt: PENDING_TO })) waiting.push(tx);
    for (const tx of waiting) await this.take(tx);
  }
}

/** The writes by which no transaction waits on disk any more. */
export async function forgetPending(store: Store): Promise<WriteOp[]> {
  const writes: WriteOp[] = [];
  for await (const [key] of store.entries({ gte: PENDING_FROM, lt: PENDING_TO })) writes.push({ type: 'del', key });
  return writes;
}
