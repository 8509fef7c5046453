/** After accounts have changed: CheckTx again for what waits and may be answered otherwise. What fails waits no more. */
import type { PooledTx } from '../../mempool/pooled_tx.js';
import type { Chain } from '../chain.js';

type RecheckParts = Pick<Chain, 'app' | 'pool' | 'waiting'>;

export async function recheck({ app, pool, waiting }: RecheckParts, txs: readonly PooledTx[]): Promise<void> {
  for (const { tx, hash } of txs) pool.rechecked(hash, await app.checkTx({ tx, type: 'recheck' }));
  await waiting.changeTxs([], pool.takeDropped());
}
