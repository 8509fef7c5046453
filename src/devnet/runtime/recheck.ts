/** Runs CheckTx again on pending transactions whose accounts have changed. Those that fail leave the mempool. */
import type { CheckTxResponse } from '../../abci/application.js';
import { isUnavailable } from '../../app/state/remote/with_remote.js';
import { BlockYielding } from '../../evm/execution_guard.js';
import type { PooledTx } from '../../mempool/pooled_tx.js';
import type { CoreChain } from '../chain/chain.js';

/** Most transactions that are checked without slices. */
const CHECKED_AT_ONCE = 64;

/** Returns undefined when the state of a forked chain that the check needs cannot be fetched; then nothing is known. */
async function checkAgain(app: CoreChain['app'], tx: PooledTx['tx']): Promise<CheckTxResponse | undefined> {
  try {
    return await app.checkTx({ tx, type: 'recheck' });
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

export async function recheck(
  { app, pool, scheduler, pendingStore }: CoreChain,
  txs: readonly PooledTx[],
): Promise<void> {
  const yielding = txs.length > CHECKED_AT_ONCE ? new BlockYielding(scheduler) : undefined;
  for (const { tx, hash } of txs) {
    const checked = await checkAgain(app, tx);
    if (checked !== undefined) pool.rechecked(hash, checked);
    const rest = yielding?.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  await pendingStore.changeTxs([], pool.takeDropped());
}
