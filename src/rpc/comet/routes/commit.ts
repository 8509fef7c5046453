/** Implements `commit` (consensus-rpc.md 4.3). The commit is canonical as soon as the next block carries it. */

import { optionalInt64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { blockHeight } from './shared/height.js';

export const commit = defineRoute({
  name: 'commit',
  summary: 'Header and commit of a height, or of the latest.',
  example: '/commit?height=3',
  args: { height: optionalInt64 },
  caching: 'with-height',
  handle: ({ backend, dialect, cache }, { height }) => {
    const at = blockHeight(backend, height);
    const stored = backend.block(at);
    const found = backend.commit(at);
    if (stored === undefined || found === undefined) return dialect.results.commit(undefined);
    const make = () => dialect.results.commit({ header: stored.block.header, ...found });
    return found.canonical ? cache.text(found.commit, 'commit', make) : make();
  },
});
