/**
 * `unconfirmed_txs` (consensus-rpc.md 4.3): what waits in the mempool. The engine's mempool hands out one transaction
 * more than it is asked for; so does this, unless it may be kinder (consensus-rpc.md 13).
 */

import { optionalInt } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { pageSize } from './shared/page.js';

export const unconfirmed_txs = defineRoute({
  name: 'unconfirmed_txs',
  summary: 'Transactions that wait in the mempool, at most 30 or as many as asked.',
  example: '/unconfirmed_txs?limit=10',
  args: { limit: optionalInt },
  caching: 'never',
  handle: ({ backend, dialect, strict }, { limit }) =>
    dialect.results.unconfirmed_txs(backend.unconfirmed(Number(pageSize(limit)) + (strict ? 1 : 0))),
});
