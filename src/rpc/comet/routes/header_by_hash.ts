/**
 * Implements `header_by_hash` (consensus-rpc.md 4.3). Its hash is hex in JSON, whereas `block_by_hash` takes base64.
 */
import { BLOCK_3_HASH } from '../../examples.js';
import { hexText } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockOfHash, headerAnswer } from './shared/stored_block.js';

export const header_by_hash = defineRoute({
  name: 'header_by_hash',
  summary: 'The header with the given hash.',
  example: `/header_by_hash?hash=${BLOCK_3_HASH}`,
  args: { hash: hexText },
  caching: 'always',
  handle: (context, { hash }) => headerAnswer(context, blockOfHash(context, hash)),
});
