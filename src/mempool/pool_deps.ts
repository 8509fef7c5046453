/** Defines the parts of the pool whose changes can be undone. */
import type { PoolIndex } from './pool_index.js';
import type { SeenCache } from './seen_cache.js';

export interface PoolDeps {
  readonly index: PoolIndex;
  readonly seen: SeenCache;
}
