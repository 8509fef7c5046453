/** `genesis` (consensus-rpc.md 4.3): refused when it is longer than one chunk. */
import { HalleyError } from '../../../kernel/errors.js';
import { defineRoute } from '../route.js';
import { GENESIS_CHUNK_BYTES, genesisText } from './shared/genesis_text.js';

export const genesis = defineRoute({
  name: 'genesis',
  summary: 'The genesis document.',
  example: '/genesis',
  args: {},
  caching: 'always',
  handle: ({ port, dialect }) => {
    if (genesisText(port, dialect).length > GENESIS_CHUNK_BYTES)
      throw new HalleyError('limit-exceeded', 'genesis response is large, please use the genesis_chunked API instead', {
        limit: GENESIS_CHUNK_BYTES,
      });
    return { genesis: dialect.results.genesis(port.genesis) };
  },
});
