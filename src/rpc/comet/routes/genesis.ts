/** Implements `genesis` (consensus-rpc.md 4.3). It refuses a document that is longer than one chunk. */
import { HalleyError } from '../../../kernel/errors.js';
import { GENESIS_CHUNK_BYTES } from '../genesis_text.js';
import { defineRoute } from '../route.js';

export const genesis = defineRoute({
  name: 'genesis',
  summary: 'The genesis document.',
  example: '/genesis',
  args: {},
  caching: 'always',
  handle: ({ backend, dialect, cache, genesisText }) => {
    if (genesisText.bytes.length > GENESIS_CHUNK_BYTES)
      throw new HalleyError('limit-exceeded', 'genesis response is large, please use the genesis_chunked API instead', {
        limit: GENESIS_CHUNK_BYTES,
      });
    return cache.text(backend.genesis, 'genesis', () => ({ genesis: dialect.results.genesis(backend.genesis) }));
  },
});
