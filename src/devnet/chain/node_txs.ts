/**
 * Gives the application the transactions in blocks, and lets it broadcast one, for the SDK's service about
 * transactions.
 */
import type { NodeTx, NodeTxs } from '../../app/sdk/query/node_txs.js';
import type { TxLocation } from '../../backend/comet.js';
import { parseQuery } from '../../chain/query/parse_query.js';
import { txAt } from '../../chain/tx_location.js';
import { txHash } from '../../codec/tx_hash.js';
import { invariant } from '../../kernel/errors.js';
import { pageRange } from '../../rpc/comet/routes/shared/search.js';
import type { CoreChain } from './chain.js';

export function nodeTxs({ blockStore, search }: CoreChain, broadcast: NodeTxs['broadcast']): NodeTxs {
  const located = ({ height, tx, result }: TxLocation): NodeTx => {
    const stored = blockStore.block(height);
    invariant(stored !== undefined, `height ${height} of a transaction is in the block store`);
    return { hash: txHash(tx), height, time: stored.block.header.time, tx, result };
  };
  return {
    byHash: (hash) => {
      const position = blockStore.position(hash);
      const location = position && txAt(blockStore, position);
      return location && located(location);
    },
    search: ({ query, order, page, limit }) => {
      const matches = search.txs({ query: parseQuery(query), order, sameEvent: true });
      const { from, count } = pageRange(matches.total, page, limit);
      return { total: matches.total, found: matches.load(from, count).map(located) };
    },
    broadcast,
  };
}
