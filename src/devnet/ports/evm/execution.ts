/** Calls and estimates by the application's machines; `pending` is the block that would come next. */
import type { EvmQueries, PendingBlock } from '../../../app/evm/queries.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { StateAt } from '../../../rpc/ports/evm/accounts.js';
import type { EvmExecution } from '../../../rpc/ports/evm/execution.js';
import type { ChainClock } from '../../run/chain_clock.js';

export interface ExecutionParts {
  readonly queries: EvmQueries;
  readonly blockStore: BlockStore;
  readonly clock: ChainClock;
}

export function evmExecution({ queries, blockStore, clock }: ExecutionParts): EvmExecution {
  const heightOf = (at: StateAt): bigint => (at === 'pending' ? blockStore.height : at);
  const pending = (at: StateAt): PendingBlock | undefined =>
    at !== 'pending'
      ? undefined
      : { time: clock.peek(blockStore.state.lastBlockTime), coinbase: queries.block(blockStore.height).coinbase };
  return {
    call: (request, at, state, block) => queries.call(request, heightOf(at), state, block, pending(at)),
    estimateGas: (request, at, state) => queries.estimateGas(request, heightOf(at), state, undefined, pending(at)),
  };
}
