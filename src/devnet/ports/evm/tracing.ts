/** Traces: of calls as calls are run, of transactions with their block as consensus handed it to the application. */
import type { FinalizeBlockRequest } from '../../../abci/application.js';
import type { HalleyApplication } from '../../../app/application.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import { createCaches } from '../../../consensus/caches.js';
import { blockRequests } from '../../../consensus/round/proposed_block.js';
import type { EvmTracing } from '../../../rpc/ports/evm/tracing.js';
import type { ChainClock } from '../../run/chain_clock.js';
import { pendingBlock } from './pending_block.js';

export interface TracingParts {
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly clock: ChainClock;
}

export const evmTracing = ({ app, blockStore, clock }: TracingParts): EvmTracing => ({
  traceTransaction: async (hash, options) => {
    const position = blockStore.ethereumPosition(hash);
    const block = position && requestOf(blockStore, position.height);
    return block && app.traces.transaction(block, position.index, options);
  },
  traceCall: (request, at, options, state, block) =>
    app.evm.traceCall(
      request,
      at === 'pending' ? blockStore.height : at,
      options,
      state,
      block,
      pendingBlock({ queries: app.evm, blockStore, clock }, at),
    ),
});

function requestOf(blockStore: BlockStore, height: bigint): FinalizeBlockRequest | undefined {
  const stored = blockStore.block(height);
  if (stored === undefined) return undefined;
  const lastValidators = height === blockStore.base ? undefined : blockStore.validators(height - 1n);
  const { block, blockId: id } = stored;
  return blockRequests(createCaches(), { lastValidators }, { block, id }).finalize;
}
