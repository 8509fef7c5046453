/** Implements `num_unconfirmed_txs` (consensus-rpc.md 4.3): number and size of the transactions in the mempool. */
import { defineRoute } from '../route.js';

export const num_unconfirmed_txs = defineRoute({
  name: 'num_unconfirmed_txs',
  summary: 'Number and size of the transactions in the mempool.',
  example: '/num_unconfirmed_txs',
  args: {},
  caching: 'never',
  handle: ({ backend, dialect }) => dialect.results.num_unconfirmed_txs(backend.unconfirmed(0)),
});
