/** The part of a chain that a search reads: the block store, or a model of it. */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import type { StoredBlock } from '../../backend/comet.js';
import type { Block } from '../../consensus/types/block.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { TxPosition } from '../block_store/records.js';

export interface SearchSource {
  /** Is the lowest height that it can have. */
  readonly base: bigint;
  /** Is the newest height; `base - 1` before the first block. */
  readonly height: bigint;
  block(height: bigint): StoredBlock | undefined;
  results(height: bigint): FinalizeBlockResponse | undefined;
  /** Correspond to `block` and `results` for callers that read the whole chain: nothing is cached. */
  scanBlock(height: bigint): Block | undefined;
  scanResults(height: bigint): FinalizeBlockResponse | undefined;
  /** Returns the last position of a transaction. */
  position(hash: Bytes): TxPosition | undefined;
}
