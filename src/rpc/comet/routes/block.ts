/** Implements the routes that return a block (consensus-rpc.md 4.3). */

import { BLOCK_3_HASH } from '../../examples.js';
import { bytes, optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockHeight } from './shared/height.js';
import { blockAnswer, blockOfHash } from './shared/stored_block.js';

export const block = defineRoute({
  name: 'block',
  summary: 'The block at a height, or the latest.',
  example: '/block?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: (context, { height }) => blockAnswer(context, context.backend.block(blockHeight(context.backend, height))),
});

/** An unknown hash gives null, not an error. */
export const block_by_hash = defineRoute({
  name: 'block_by_hash',
  summary: 'The block with the given header hash.',
  example: `/block_by_hash?hash=${BLOCK_3_HASH}`,
  args: { hash: bytes },
  caching: 'always',
  handle: (context, { hash }) => blockAnswer(context, blockOfHash(context, hash)),
});
