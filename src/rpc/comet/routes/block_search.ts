/**
 * Implements `block_search` (consensus-rpc.md 4.4, 9.3): finds blocks by the events of their execution, newest first.
 * `match_events` works as in `tx_search`.
 */
import { optionalInt, text } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { searched } from './shared/search.js';

export const block_search = defineRoute({
  name: 'block_search',
  summary: 'A page of the blocks that match a query.',
  example: '/block_search?query="block.height>2"&page=1&per_page=10&order_by="asc"',
  args: { query: text, page: optionalInt, per_page: optionalInt, order_by: text },
  caching: 'never',
  handle: ({ backend, dialect }, args) => {
    const query = backend.parseQuery(args.query);
    const sameEvent = args['match_events'] !== false;
    const { found, total } = searched(args, 'desc', (order) => backend.searchBlocks({ query, order, sameEvent }));
    return dialect.results.block_search({ blocks: found, total });
  },
});
