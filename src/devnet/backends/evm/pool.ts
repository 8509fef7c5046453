/** Shows the mempool to EVM clients. A sender's Cosmos transactions use nonces too, and are not shown. */
import type { HalleyApplication } from '../../../app/application.js';
import type { EvmTransaction } from '../../../backend/evm/block.js';
import type { EvmPool, EvmPooled } from '../../../backend/evm/pool.js';
import { evmTransaction } from '../../../chain/evm/receipts.js';
import { fromHex, toHex } from '../../../kernel/hex.js';
import { contentOf, type SenderContent } from '../../../mempool/content.js';
import type { Mempool } from '../../../mempool/mempool.js';
import type { SequencedTx } from '../../../mempool/pooled_tx.js';

const isEthereum = ({ admission }: SequencedTx): boolean => admission.ethereumHash !== undefined;

/** Converts each entry only when the iteration reaches it. */
const lazily = <T>(
  entries: () => readonly SequencedTx[],
  shown: (entry: SequencedTx) => readonly T[],
): Iterable<T> => ({
  *[Symbol.iterator]() {
    for (const entry of entries()) yield* shown(entry);
  },
});

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
    pooled: () =>
      pool.content().map((senderTxs) => ({
        sender: fromHex(senderTxs.sender),
        pending: lazily(() => contentOf(senderTxs).pending, shown),
        queued: lazily(() => contentOf(senderTxs).queued, shown),
      })),
    pooledCounts: () => {
      const counts = { pending: 0, queued: 0 };
      for (const { entries, nextNonce } of pool.content())
        for (const entry of entries)
          if (isEthereum(entry)) counts[entry.admission.nonce < nextNonce ? 'pending' : 'queued']++;
      return counts;
    },
  };
}
