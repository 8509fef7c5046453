/**
 * Implements `tx_search` and `block_search` (consensus-rpc.md 9.3) with the semantics of CometBFT's kv indexer, over
 * the responses to FinalizeBlock. Blocks are made without it: the index catches up when a search runs.
 */
import type { Matches, SearchRequest, StoredBlock, TxLocation } from '../../backend/comet.js';
import { createBlockSearch } from './block_search.js';
import type { SearchSource } from './source.js';
import { createTxSearch } from './tx_search.js';

export interface ChainSearch {
  /** Throws HalleyError `invalid-argument` with the indexer's text for a `tx.hash` that is no hash. */
  txs(request: SearchRequest): Matches<TxLocation>;
  blocks(request: SearchRequest): Matches<StoredBlock>;
}

/** Creates the searches. Pages must be loaded before the chain reverts to a lower height; new heights do not matter. */
export function createSearch(source: SearchSource): ChainSearch {
  return { txs: createTxSearch(source), blocks: createBlockSearch(source) };
}
