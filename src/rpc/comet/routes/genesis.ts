/** Implements the routes that return the genesis document (consensus-rpc.md 4.3). */
import { HalleyError } from '../../../kernel/errors.js';
import { GENESIS_CHUNK_BYTES } from '../genesis_text.js';
import { uint } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const genesis = defineRoute({
  name: 'genesis',
  summary: 'The genesis document.',
  example: '/genesis',
  args: {},
  caching: 'always',
  handle: ({ backend, dialect, cache, genesisText }) => {
    if (genesisText.of(backend.genesis).length > GENESIS_CHUNK_BYTES)
      throw new HalleyError('limit-exceeded', 'genesis response is large, please use the genesis_chunked API instead', {
        limit: GENESIS_CHUNK_BYTES,
      });
    return cache.text(backend.genesis, 'genesis', () => ({ genesis: dialect.results.genesis(backend.genesis) }));
  },
});

export const genesis_chunked = defineRoute({
  name: 'genesis_chunked',
  summary: 'A chunk of the genesis document, in base64.',
  example: '/genesis_chunked?chunk=0',
  args: { chunk: uint },
  caching: 'always',
  handle: ({ backend, dialect, genesisText }, { chunk }) => {
    const text = genesisText.of(backend.genesis);
    const total = Math.ceil(text.length / GENESIS_CHUNK_BYTES);
    if (chunk >= BigInt(total))
      throw new HalleyError('invalid-argument', `there are ${total - 1} chunks, ${chunk} is invalid`, { chunk, total });
    const first = Number(chunk) * GENESIS_CHUNK_BYTES;
    return dialect.results.genesis_chunked({
      chunk: Number(chunk),
      total,
      data: text.subarray(first, first + GENESIS_CHUNK_BYTES),
    });
  },
});
