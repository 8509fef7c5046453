/** The block that would come next, for runs on `pending`. */
import type { EvmQueries, PendingBlock } from '../../../app/evm/queries.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { StateAt } from '../../../rpc/ports/evm/accounts.js';
import type { ChainClock } from '../../run/chain_clock.js';

export interface PendingBlockParts {
  readonly queries: EvmQueries;
  readonly blockStore: BlockStore;
  readonly clock: ChainClock;
}

export const pendingBlock = (
  { queries, blockStore, clock }: PendingBlockParts,
  at: StateAt,
): PendingBlock | undefined =>
  at !== 'pending'
    ? undefined
    : { time: clock.peek(blockStore.state.lastBlockTime), coinbase: queries.block(blockStore.height).coinbase };
