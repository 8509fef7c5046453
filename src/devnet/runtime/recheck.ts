/** After accounts have changed: CheckTx again for what waits and may be answered otherwise. What fails waits no more. */
import { BlockRests } from '../../evm/execution_guard.js';
import type { PooledTx } from '../../mempool/pooled_tx.js';
import type { Chain } from '../chain.js';

/** Above so many transactions the checks run in slices. */
const CHECKED_AT_ONCE = 64;

type RecheckParts = Pick<Chain, 'app' | 'pool' | 'turns' | 'waiting'>;

export async function recheck({ app, pool, turns, waiting }: RecheckParts, txs: readonly PooledTx[]): Promise<void> {
  const rests = txs.length > CHECKED_AT_ONCE ? new BlockRests(turns) : undefined;
  for (const { tx, hash } of txs) {
    pool.rechecked(hash, await app.checkTx({ tx, type: 'recheck' }));
    const rest = rests?.rest();
    if (rest !== undefined) await rest;
  }
  await waiting.changeTxs([], pool.takeDropped());
}
