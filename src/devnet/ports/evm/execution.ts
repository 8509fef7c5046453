/** Calls and estimates by the application's machines. */
import type { EvmQueries } from '../../../app/evm/queries.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { StateAt } from '../../../rpc/ports/evm/accounts.js';
import type { EvmExecution } from '../../../rpc/ports/evm/execution.js';

export function evmExecution(queries: EvmQueries, blocks: EvmChain): EvmExecution {
  const heightOf = (at: StateAt): bigint => (at === 'pending' ? blocks.head : at);
  return {
    call: (request, at, state, block) => queries.call(request, heightOf(at), state, block),
    estimateGas: (request, at, state) => queries.estimateGas(request, heightOf(at), state),
  };
}
