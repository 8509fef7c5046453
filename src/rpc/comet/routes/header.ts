/** `header` (consensus-rpc.md 4.3). */
import { blockHeight } from '../height.js';
import { optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

export const header = defineRoute({
  name: 'header',
  summary: 'The header at a height, or the latest.',
  example: '/header?height=1',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: ({ port, dialect }, { height }) =>
    dialect.results.header(port.block(blockHeight(port, height))?.block.header),
});
