/**
 * Implements `unconfirmed_txs` (consensus-rpc.md 4.3): the transactions in the mempool. The engine's mempool returns
 * one transaction more than requested. This does the same, unless `strict` is false (consensus-rpc.md 13).
 */

import { optionalInt } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { pageSize } from './shared/page.js';

export const unconfirmed_txs = defineRoute({
  name: 'unconfirmed_txs',
  summary: 'Transactions in the mempool, 30 by default and at most 100.',
  example: '/unconfirmed_txs?limit=10',
  args: { limit: optionalInt },
  caching: 'never',
  handle: ({ backend, dialect, strict }, { limit }) =>
    dialect.results.unconfirmed_txs(backend.unconfirmed(Number(pageSize(limit)) + (strict ? 1 : 0))),
});
