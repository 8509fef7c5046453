/**
 * Searches behind `tx_search` and `block_search` (consensus-rpc.md 9.3): the semantics of CometBFT's kv indexer over what
 * FinalizeBlock answered. Nothing is done while blocks are made: the index catches up when a search asks.
 */
import type { Matches, SearchRequest, StoredBlock, TxLocation } from '../../backend/comet.js';
import { createBlockSearch } from './block_search.js';
import type { SearchSource } from './source.js';
import { createTxSearch } from './tx_search.js';

export interface ChainSearch {
  /** Throws HalleyError `invalid-argument` with the indexer's text for a `tx.hash` that is none. */
  txs(request: SearchRequest): Matches<TxLocation>;
  blocks(request: SearchRequest): Matches<StoredBlock>;
}

/** Pages must be loaded before the chain goes back to a lower height; that it grows does not matter. */
export function createSearch(source: SearchSource): ChainSearch {
  return { txs: createTxSearch(source), blocks: createBlockSearch(source) };
}
