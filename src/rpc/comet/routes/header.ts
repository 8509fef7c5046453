/** Implements the routes that return the header of a block (consensus-rpc.md 4.3). */

import { BLOCK_3_HASH } from '../../examples.js';
import { hexText, optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockHeight } from './shared/height.js';
import { blockOfHash, headerAnswer } from './shared/stored_block.js';

export const header = defineRoute({
  name: 'header',
  summary: 'The header at a height, or the latest.',
  example: '/header?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: (context, { height }) => headerAnswer(context, context.backend.block(blockHeight(context.backend, height))),
});

/** The hash is hex in JSON, whereas `block_by_hash` takes base64. */
export const header_by_hash = defineRoute({
  name: 'header_by_hash',
  summary: 'The header with the given hash.',
  example: `/header_by_hash?hash=${BLOCK_3_HASH}`,
  args: { hash: hexText },
  caching: 'always',
  handle: (context, { hash }) => headerAnswer(context, blockOfHash(context, hash)),
});
