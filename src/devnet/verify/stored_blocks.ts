/**
 * Reads the blocks of a store, each with its commit: from the next block, or from a separate record at the chain's end.
 */
import type { ExecTxResult } from '../../abci/application.js';
import { decodeFinalizeBlockResponse } from '../../abci/wire/finalize_block_response.js';
import { blockKey, resultsKey, SEEN_COMMIT_KEY } from '../../chain/block_store/keys.js';
import { decodeBlock } from '../../consensus/types/block.js';
import { type Commit, decodeCommit } from '../../consensus/types/commit.js';
import { headerHash } from '../../consensus/types/header.js';
import { partSetOf } from '../../consensus/types/part_set.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import type { Bytes } from '../../kernel/bytes.js';
import { LruCache } from '../../kernel/lru_cache.js';
import type { Store } from '../../storage/store.js';
import type { Findings } from './findings.js';

/** Limits the cached blocks. Each block is read twice, with the one before it and by itself. */
const CACHED_BLOCKS = 4;

export class StoredBlocks {
  readonly #cache = new LruCache<bigint, WholeBlock>(CACHED_BLOCKS);

  constructor(
    private readonly store: Store,
    private readonly findings: Findings,
    /** Is the last height. */
    private readonly tip: bigint,
  ) {}

  /** Returns undefined when the record is missing or no block, which is reported. */
  block(height: bigint): WholeBlock | undefined {
    const cache = this.#cache.get(height);
    if (cache !== undefined) return cache;
    const found = this.#decoded(blockKey(height), (bytes) => {
      const block = decodeBlock(bytes);
      const parts = partSetOf(bytes);
      return { block, parts, id: { hash: headerHash(block.header), parts: parts.header } };
    });
    if (found !== undefined) this.#cache.set(height, found);
    return found;
  }

  /** Returns undefined when the commit cannot be read, which is reported. */
  commit(height: bigint): Commit | undefined {
    return height < this.tip
      ? this.block(height + 1n)?.block.lastCommit
      : this.#decoded(SEEN_COMMIT_KEY, (bytes) => decodeCommit(bytes));
  }

  /** Returns the recorded results of its transactions; undefined when they cannot be read, which is reported. */
  txResults(height: bigint): readonly ExecTxResult[] | undefined {
    return this.#decoded(resultsKey(height), (bytes) => decodeFinalizeBlockResponse(bytes).txResults);
  }

  /** Returns the key of the record that contains the commit for a block. */
  commitKey(height: bigint): Bytes {
    return height < this.tip ? blockKey(height + 1n) : SEEN_COMMIT_KEY;
  }

  #decoded<T>(key: Bytes, decode: (bytes: Bytes) => T): T | undefined {
    return this.findings.decoded(this.store, key, decode);
  }
}
