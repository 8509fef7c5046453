/** Traces calls, and transactions with their block as consensus passed it to the application. */
import type { HalleyApplication } from '../../../app/application.js';
import type { EvmTracing } from '../../../backend/evm/tracing.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import { invariant } from '../../../kernel/errors.js';
import type { PendingBlocks } from '../../views/pending_blocks.js';
import { committedBlock, transactionsOf } from './committed_block.js';
import { runAt } from './execution.js';

export interface TracingDeps {
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly blocks: EvmChain;
  readonly pending: PendingBlocks;
}

export const evmTracing = ({ app, blockStore, blocks, pending }: TracingDeps): EvmTracing => ({
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
    if (index === undefined)
      return runAt({ blockStore, pending })(at, (on, next) =>
        app.evm.traceCall(request, on, options, state, overrides, next),
      );
    const height = at === 'pending' ? blockStore.height : at;
    const block = committedBlock(blockStore, height);
    const transaction = transactionsOf(blockStore, blocks, height)[index];
    invariant(
      block !== undefined && transaction !== undefined,
      'the block of a traced call has the transaction after it',
    );
    const before = await app.traces.stateBefore(block, transaction.index, options.client);
    return app.evm.traceCall(request, height, options, state, overrides, undefined, before);
  },
});
