/**
 * Implements `tx_search` (consensus-rpc.md 4.4, 9.3): finds committed transactions by their events, oldest first. Where
 * a dialect offers `match_events`, different events of a transaction may meet the conditions unless it is true. In the
 * other dialects one event must meet them all.
 */
import { txHash } from '../../../codec/tx_hash.js';
import { HalleyError } from '../../../kernel/errors.js';
import { utf8 } from '../../../kernel/text.js';
import { bool, optionalInt, text } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { searched } from './shared/search.js';

export const tx_search = defineRoute({
  name: 'tx_search',
  summary: 'A page of the transactions that match a query.',
  example: '/tx_search?query="tx.height=3"&prove=true&page=1&per_page=10&order_by="desc"',
  args: { query: text, prove: bool, page: optionalInt, per_page: optionalInt, order_by: text },
  caching: 'never',
  handle: ({ backend, dialect, limits, proofs }, args) => {
    if (utf8(args.query).length > limits.queryBytes)
      throw new HalleyError('limit-exceeded', 'maximum query length exceeded', { limit: limits.queryBytes });
    if (dialect.invalidOrder !== undefined && !['', 'asc', 'desc'].includes(args.order_by))
      throw new HalleyError('invalid-argument', dialect.invalidOrder(args.order_by), { order_by: args.order_by });
    const query = backend.parseQuery(args.query);
    const sameEvent = args['match_events'] !== false;
    const { found, total } = searched(args, 'asc', (order) => backend.searchTxs({ query, order, sameEvent }));
    const txs = found.map((location) => ({
      hash: txHash(location.tx),
      location,
      proof: args.prove ? proofs.of(backend, location) : undefined,
    }));
    return dialect.results.tx_search({ txs, total });
  },
});
