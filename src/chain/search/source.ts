/** What a search reads of a chain: the block store, or anything that looks like it. */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import type { StoredBlock } from '../../backend/comet.js';
import type { Block } from '../../consensus/types/block.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { TxPosition } from '../block_store/records.js';

export interface SearchSource {
  /** The lowest height that it can hold. */
  readonly base: bigint;
  /** The newest; `base - 1` before the first block. */
  readonly height: bigint;
  block(height: bigint): StoredBlock | undefined;
  results(height: bigint): FinalizeBlockResponse | undefined;
  /** As `block` and `results`, for who reads the whole chain: nothing is kept of them. */
  scanBlock(height: bigint): Block | undefined;
  scanResults(height: bigint): FinalizeBlockResponse | undefined;
  /** Where a transaction stands last. */
  position(hash: Bytes): TxPosition | undefined;
}
