/**
 * Drops pending transactions. They are removed from the mempool and the disk before the response, and callers that wait
 * for them get an error.
 */

import type { EvmDropping } from '../../../backend/evm/dropping.js';
import { toHex } from '../../../kernel/hex.js';
import type { PooledTx } from '../../../mempool/pooled_tx.js';
import type { Chain } from '../../chain/chain.js';
import type { CommandRunner } from '../../runtime/loop.js';
import type { TxWaits } from '../../runtime/tx_waits.js';

export interface DroppingDeps {
  readonly chain: Pick<Chain, 'pool' | 'waiting'>;
  readonly loop: CommandRunner;
  readonly waits: TxWaits;
}

export function evmDropping({ chain, loop, waits }: DroppingDeps): EvmDropping {
  const { pool, waiting } = chain;
  const drop = (select: () => Iterable<PooledTx>): Promise<boolean> =>
    loop.run(async () => {
      const gone = [...select()];
      const endWaits = waits.watch((hash) => pool.has(hash), 'the transaction was dropped from the mempool');
      for (const { hash } of gone) pool.remove(hash);
      await waiting.changeTxs([], pool.takeDropped());
      endWaits();
      return gone.length > 0;
    });
  return {
    drop: (hash) =>
      drop(() => {
        const found = pool.byEthereumHash(hash);
        return found === undefined ? [] : [found];
      }),
    dropOf: async (sender) => {
      await drop(() => {
        const { pending, queued } = pool.contentFrom(toHex(sender));
        return [...pending, ...queued];
      });
    },
    dropAll: async () => {
      await drop(() => pool.all());
    },
  };
}
