/** Reads the state inside blocks, and in pages. */
import type { HalleyApplication } from '../../../app/application.js';
import type { EvmStateRanges } from '../../../backend/evm/state_ranges.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { committedBlock, transactionsOf } from './committed_block.js';

export interface StateRangesDeps {
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly blocks: EvmChain;
}

export const evmStateRanges = ({ app, blockStore, blocks }: StateRangesDeps): EvmStateRanges => ({
  intermediateRoots: async (height, client) => {
    const block = committedBlock(blockStore, height);
    const indexes = transactionsOf(blockStore, blocks, height).map(({ index }) => index);
    return block && app.traces.rootsAfter(block, indexes, client);
  },
  storageRange: async (height, transactionIndex, address, request) => {
    const block = committedBlock(blockStore, height);
    if (block === undefined) return undefined;
    const index = transactionsOf(blockStore, blocks, height)[transactionIndex]?.index ?? block.txs.length;
    return app.ranges.storage(await app.traces.stateBefore(block, index, request.client), address, request);
  },
  accountRange: (height, request) => app.ranges.accounts(height, request),
});
