import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { createCaches } from '../../consensus/caches.js';
import { blockRequests } from '../../consensus/round/proposed_block.js';

/**
 * Returns a block as consensus passed it to the application; undefined for the genesis, and for a height that is not
 * published.
 */
export function committedBlock(blockStore: BlockStore, height: bigint): FinalizeBlockRequest | undefined {
  const stored = blockStore.block(height);
  if (stored === undefined) return undefined;
  if (stored.request !== undefined) return stored.request;
  const lastValidators = height === blockStore.base ? undefined : blockStore.validators(height - 1n);
  const { block, blockId: id } = stored;
  return blockRequests(createCaches(), lastValidators, block, id.hash).finalize;
}
