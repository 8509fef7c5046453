/** Implements `blockchain` (consensus-rpc.md 4.3): metas of a range of blocks, newest first, at most twenty. */

import type { CometBackend, StoredBlock } from '../../../backend/comet.js';
import { HalleyError } from '../../../kernel/errors.js';
import { int64 } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';

const MAX_METAS = 20n;

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Returns the range of the response for the requested range. 0 leaves an end open. */
function rangeOf(backend: CometBackend, from: bigint, to: bigint): { readonly min: bigint; readonly max: bigint } {
  if (from < 0n || to < 0n) throw new HalleyError('invalid-argument', 'heights must be non-negative', { from, to });
  const height = backend.height();
  const max = least(height, to === 0n ? height : to);
  const min = greatest(greatest(backend.base(), from === 0n ? 1n : from), max - MAX_METAS + 1n);
  if (min > max)
    throw new HalleyError('invalid-argument', `min height ${min} can't be greater than max height ${max}`, {
      min,
      max,
    });
  return { min, max };
}

export const blockchain = defineRoute({
  name: 'blockchain',
  summary: 'Headers and sizes of up to 20 blocks, newest first.',
  example: '/blockchain?minHeight=2&maxHeight=3',
  args: { minHeight: int64, maxHeight: int64 },
  caching: 'moving',
  handle: ({ backend, dialect }, { minHeight, maxHeight }) => {
    const { min, max } = rangeOf(backend, minHeight, maxHeight);
    const blocks: StoredBlock[] = [];
    for (let height = max; height >= min; height--) {
      const stored = backend.block(height);
      if (stored !== undefined) blocks.push(stored);
    }
    return dialect.results.blockchain({ lastHeight: backend.height(), blocks });
  },
});
