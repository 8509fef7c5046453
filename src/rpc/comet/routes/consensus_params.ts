/** Implements `consensus_params` (consensus-rpc.md 4.3). The latest are those of the next height. */
import { HalleyError } from '../../../kernel/errors.js';
import { optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { nextHeight } from './shared/height.js';

export const consensus_params = defineRoute({
  name: 'consensus_params',
  summary: 'Consensus parameters of a height, or of the next one.',
  example: '/consensus_params?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: ({ backend, dialect }, { height }) => {
    const at = nextHeight(backend, height);
    const params = backend.params(at);
    if (params === undefined)
      throw new HalleyError(
        'not-found',
        `could not find consensus params for height #${at}: value retrieved from db is empty`,
        { height: at },
      );
    return dialect.results.consensus_params({ height: at, params });
  },
});
