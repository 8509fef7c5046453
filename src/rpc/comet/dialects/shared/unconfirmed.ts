/** Encodes the mempool (consensus-rpc.md 4.3). `num_unconfirmed_txs` has the same members, but no transactions. */
import type { UnconfirmedView } from '../../../../backend/comet.js';
import { base64, int64 } from './scalars.js';

export const unconfirmedTxs = ({ txs, total, totalBytes }: UnconfirmedView) => ({
  n_txs: int64(txs.length),
  total: int64(total),
  total_bytes: int64(totalBytes),
  txs: txs.map(base64),
});

export const numUnconfirmedTxs = ({ total, totalBytes }: UnconfirmedView) => ({
  n_txs: int64(total),
  total: int64(total),
  total_bytes: int64(totalBytes),
  txs: null,
});
