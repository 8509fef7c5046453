/** Declares what a search reads of a chain. The block store implements it. */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import type { StoredBlock } from '../../backend/comet.js';
import type { Block } from '../../consensus/types/block.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { TxPosition } from '../block_store/records.js';

export interface SearchSource {
  /** Equals the initial height. The block at it may not exist yet. */
  readonly base: bigint;
  /** Newest height; `base - 1` before the first block. */
  readonly height: bigint;
  block(height: bigint): StoredBlock | undefined;
  results(height: bigint): FinalizeBlockResponse | undefined;
  /** Correspond to `block` and `results` for callers that read the whole chain: nothing is cached. */
  scanBlock(height: bigint): Block | undefined;
  scanResults(height: bigint): FinalizeBlockResponse | undefined;
  /** Returns the last position of a transaction. */
  position(hash: Bytes): TxPosition | undefined;
}
