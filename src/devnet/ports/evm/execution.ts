/** Calls and estimates by the application's machines; `pending` is the block that would come next. */
import type { StateAt } from '../../../rpc/ports/evm/accounts.js';
import type { EvmExecution } from '../../../rpc/ports/evm/execution.js';
import { type PendingBlockParts, pendingBlock } from './pending_block.js';

export function evmExecution(parts: PendingBlockParts): EvmExecution {
  const { queries, blockStore } = parts;
  const heightOf = (at: StateAt): bigint => (at === 'pending' ? blockStore.height : at);
  return {
    call: (request, at, state, block) => queries.call(request, heightOf(at), state, block, pendingBlock(parts, at)),
    estimateGas: (request, at, state) =>
      queries.estimateGas(request, heightOf(at), state, undefined, pendingBlock(parts, at)),
  };
}
