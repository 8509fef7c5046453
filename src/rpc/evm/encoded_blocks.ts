/** Caches the JSON of the blocks that clients requested last, because polling clients request the head repeatedly. */

import type { EvmBlock } from '../../backend/evm/block.js';
import { LruCache } from '../../kernel/lru_cache.js';
import { Encoded } from '../jsonrpc/encoded.js';
import { blockView } from './views/block.js';
import type { Json } from './views/json.js';

/** Most cached blocks of each form (with hashes, with transactions). */
const MAX_BLOCKS = 16;

export class EncodedBlocks {
  readonly #withHashes = new LruCache<EvmBlock, Encoded<Json>>(MAX_BLOCKS);
  readonly #withTransactions = new LruCache<EvmBlock, Encoded<Json>>(MAX_BLOCKS);

  /**
   * Returns the JSON of the block, or null for no block. The object is the cache key: the backend returns the same
   * object for the same block.
   */
  of(block: EvmBlock | undefined, fullTransactions: boolean): Encoded<Json> | null {
    if (block === undefined) return null;
    const known = fullTransactions ? this.#withTransactions : this.#withHashes;
    let encoded = known.get(block);
    if (encoded === undefined) {
      encoded = new Encoded(() => blockView(block, fullTransactions));
      known.set(block, encoded);
    }
    return encoded;
  }
}
