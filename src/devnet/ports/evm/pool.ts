/** What waits in the mempool, as EVM clients know it. A sender's Cosmos transactions take nonces too, and are not shown. */
import type { HalleyApplication } from '../../../app/application.js';
import { evmTransaction } from '../../../chain/evm/receipts.js';
import { fromHex, toHex } from '../../../kernel/hex.js';
import type { SenderContent } from '../../../mempool/content.js';
import type { Mempool } from '../../../mempool/mempool.js';
import type { SequencedTx } from '../../../mempool/pooled_tx.js';
import type { EvmTransaction } from '../../../rpc/ports/evm/block.js';
import type { EvmPool, EvmPooled } from '../../../rpc/ports/evm/pool.js';

const isEthereum = ({ admission }: SequencedTx): boolean => admission.ethereumHash !== undefined;

export function evmPool(app: HalleyApplication, pool: Mempool): EvmPool {
  const shown = ({ tx, admission: { ethereumHash } }: SequencedTx): EvmTransaction[] => {
    const known = app.transaction(tx);
    if (ethereumHash === undefined || known === undefined) return [];
    return [evmTransaction(known.raw, known.from, ethereumHash)];
  };
  const pooledOf = ({ sender, pending, queued }: SenderContent): EvmPooled => ({
    sender: fromHex(sender),
    pending: pending.flatMap(shown),
    queued: queued.flatMap(shown),
  });
  return {
    order: pool.order,
    pooledOf: (sender) => pooledOf(pool.contentFrom(toHex(sender))),
    pooled: () => [...pool.content()].map(pooledOf).filter(({ pending, queued }) => pending.length + queued.length > 0),
    pooledCounts: () => {
      const counts = { pending: 0, queued: 0 };
      for (const { pending, queued } of pool.content()) {
        counts.pending += pending.filter(isEthereum).length;
        counts.queued += queued.filter(isEthereum).length;
      }
      return counts;
    },
  };
}
