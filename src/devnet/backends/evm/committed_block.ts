/** Reads a block as consensus passed it to the application, and the positions of its Ethereum transactions. */
import type { FinalizeBlockRequest } from '../../../abci/application.js';
import type { PlacedTransaction } from '../../../app/traces/trace_block.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { createCaches } from '../../../consensus/caches.js';
import { blockRequests } from '../../../consensus/round/proposed_block.js';
import { invariant } from '../../../kernel/errors.js';

/** Returns undefined for the genesis, and for a height that is not published. */
export function committedBlock(blockStore: BlockStore, height: bigint): FinalizeBlockRequest | undefined {
  const stored = blockStore.block(height);
  if (stored === undefined) return undefined;
  if (stored.request !== undefined) return stored.request;
  const lastValidators = height === blockStore.base ? undefined : blockStore.validators(height - 1n);
  const { block, blockId: id } = stored;
  return blockRequests(createCaches(), { lastValidators }, { block, id }).finalize;
}

/** Returns the Ethereum transactions of a block, in order. */
export const transactionsOf = (
  blockStore: BlockStore,
  blocks: EvmChain,
  height: bigint,
): readonly PlacedTransaction[] =>
  (blocks.block(height)?.transactions ?? []).map(({ hash }) => {
    const position = blockStore.ethereumPosition(hash);
    invariant(position?.height === height, 'a transaction of a block is found at its height');
    return { hash, index: position.index };
  });
