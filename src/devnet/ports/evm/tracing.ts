/** Traces: of calls as calls are run, of transactions with their block as consensus handed it to the application. */
import type { HalleyApplication } from '../../../app/application.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { invariant } from '../../../kernel/errors.js';
import type { EvmTracing } from '../../../rpc/ports/evm/tracing.js';
import type { ChainClock } from '../../run/chain_clock.js';
import { committedBlock, transactionsOf } from './committed_block.js';
import { pendingBlock } from './pending_block.js';

export interface TracingParts {
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly blocks: EvmChain;
  readonly clock: ChainClock;
}

export const evmTracing = ({ app, blockStore, blocks, clock }: TracingParts): EvmTracing => ({
  traceTransaction: async (hash, options) => {
    const position = blockStore.ethereumPosition(hash);
    const block = position && committedBlock(blockStore, position.height);
    return block && app.traces.transaction(block, position.index, options);
  },
  traceBlock: async (height, options) => {
    const block = committedBlock(blockStore, height);
    return block && app.traces.block(block, transactionsOf(blockStore, blocks, height), options);
  },
  traceCall: async (request, at, options, state, overrides, index) => {
    const height = at === 'pending' ? blockStore.height : at;
    const pending = pendingBlock({ queries: app.evm, blockStore, clock }, at);
    if (index === undefined) return app.evm.traceCall(request, height, options, state, overrides, pending);
    const block = committedBlock(blockStore, height);
    const transaction = transactionsOf(blockStore, blocks, height)[index];
    invariant(block !== undefined && transaction !== undefined, 'a call stands before a transaction of a block');
    const before = await app.traces.stateBefore(block, transaction.index, options.client);
    return app.evm.traceCall(request, height, options, state, overrides, undefined, before);
  },
});
