/** Implements `block_results` (consensus-rpc.md 4.3). */
import { HalleyError } from '../../../kernel/errors.js';
import { optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockHeight } from './shared/height.js';

export const block_results = defineRoute({
  name: 'block_results',
  summary: 'Results of executing a block: transaction results, events, updates.',
  example: '/block_results?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: ({ backend, dialect, cache }, { height }) => {
    const at = blockHeight(backend, height);
    const results = backend.results(at);
    if (results === undefined)
      throw new HalleyError('not-found', `could not find results for height #${at}`, { height: at });
    return cache.text(results.response, 'block_results', () => dialect.results.block_results(results));
  },
});
