/** Builds responses for a stored block. Two routes share each: by height and by hash. */
import type { StoredBlock } from '../../../../backend/comet.js';
import type { Answer, RouteContext } from '../../route.js';

export const blockAnswer = ({ dialect, cache }: RouteContext, stored: StoredBlock | undefined): Answer =>
  stored === undefined
    ? dialect.results.block(undefined)
    : cache.text(stored, 'block', () => dialect.results.block(stored));

export const headerAnswer = ({ dialect, cache }: RouteContext, stored: StoredBlock | undefined): Answer =>
  stored === undefined
    ? dialect.results.header(undefined)
    : cache.text(stored, 'header', () => dialect.results.header(stored.block.header));

/** Returns the block with a header hash. */
export function blockOfHash({ backend }: RouteContext, hash: StoredBlock['blockId']['hash']): StoredBlock | undefined {
  const height = backend.heightOfHash(hash);
  return height === undefined ? undefined : backend.block(height);
}
