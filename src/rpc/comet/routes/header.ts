/** Implements `header` (consensus-rpc.md 4.3). */

import { optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockHeight } from './shared/height.js';
import { headerAnswer } from './shared/stored_block.js';

export const header = defineRoute({
  name: 'header',
  summary: 'The header at a height, or the latest.',
  example: '/header?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: (context, { height }) => headerAnswer(context, context.backend.block(blockHeight(context.backend, height))),
});
