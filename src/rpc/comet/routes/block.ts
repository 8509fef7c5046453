/** Implements `block` (consensus-rpc.md 4.3). */

import { optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockHeight } from './shared/height.js';
import { blockAnswer } from './shared/stored_block.js';

export const block = defineRoute({
  name: 'block',
  summary: 'The block at a height, or the latest.',
  example: '/block?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: (context, { height }) => blockAnswer(context, context.backend.block(blockHeight(context.backend, height))),
});
