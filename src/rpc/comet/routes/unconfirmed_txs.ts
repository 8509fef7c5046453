/** Implements the routes that return transactions of the mempool, or their number (consensus-rpc.md 4.3). */

import { optionalInt } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { pageSize } from './shared/search.js';

export const unconfirmed_txs = defineRoute({
  name: 'unconfirmed_txs',
  summary: 'Transactions in the mempool, 30 by default and at most 100.',
  example: '/unconfirmed_txs?limit=10',
  args: { limit: optionalInt },
  caching: 'never',
  handle: ({ backend, dialect, strict }, { limit }) =>
    dialect.results.unconfirmed_txs(backend.unconfirmed(Number(pageSize(limit)) + (strict ? 1 : 0))),
});

export const num_unconfirmed_txs = defineRoute({
  name: 'num_unconfirmed_txs',
  summary: 'Number and size of the transactions in the mempool.',
  example: '/num_unconfirmed_txs',
  args: {},
  caching: 'never',
  handle: ({ backend, dialect }) => dialect.results.num_unconfirmed_txs(backend.unconfirmed(0)),
});
