/** The newest blocks that were asked for, spelled once: pollers ask for the head again and again. */

import type { EvmBlock } from '../../backend/evm/block.js';
import { LruCache } from '../../kernel/lru_cache.js';
import { Encoded } from '../jsonrpc/encoded.js';
import { blockView } from './views/block.js';
import type { Json } from './views/json.js';

/** Blocks of each form, with hashes and with transactions. */
const MAX_BLOCKS = 16;

export class EncodedBlocks {
  readonly #withHashes = new LruCache<EvmBlock, Encoded<Json>>(MAX_BLOCKS);
  readonly #withTransactions = new LruCache<EvmBlock, Encoded<Json>>(MAX_BLOCKS);

  /** Null for no block. A block is known by its object: the port hands out the same one for the same block. */
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
