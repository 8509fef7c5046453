/** Runs CheckTx again on pending transactions whose accounts have changed. Those that fail leave the mempool. */
import { BlockYielding } from '../../evm/execution_guard.js';
import type { PooledTx } from '../../mempool/pooled_tx.js';
import type { Chain } from '../chain/chain.js';

/** Limits how many transactions are checked without slices. */
const CHECKED_AT_ONCE = 64;

type RecheckDeps = Pick<Chain, 'app' | 'pool' | 'scheduler' | 'waiting'>;

export async function recheck({ app, pool, scheduler, waiting }: RecheckDeps, txs: readonly PooledTx[]): Promise<void> {
  const yielding = txs.length > CHECKED_AT_ONCE ? new BlockYielding(scheduler) : undefined;
  for (const { tx, hash } of txs) {
    pool.rechecked(hash, await app.checkTx({ tx, type: 'recheck' }));
    const rest = yielding?.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  await waiting.changeTxs([], pool.takeDropped());
}
