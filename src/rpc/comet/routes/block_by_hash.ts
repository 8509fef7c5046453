/** Implements `block_by_hash` (consensus-rpc.md 4.3). An unknown hash gives null, not an error. */
import { BLOCK_3_HASH } from '../../examples.js';
import { bytes } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockAnswer, blockOfHash } from './shared/stored_block.js';

export const block_by_hash = defineRoute({
  name: 'block_by_hash',
  summary: 'The block with the given header hash.',
  example: `/block_by_hash?hash=${BLOCK_3_HASH}`,
  args: { hash: bytes },
  caching: 'always',
  handle: (context, { hash }) => blockAnswer(context, blockOfHash(context, hash)),
});
