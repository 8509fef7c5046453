/**
 * Runs calls and estimates on the application's EVMs. With `pending` they run in the next block, after the pending
 * transactions.
 */
import type { PendingBlock } from '../../../app/calls/fork_runner.js';
import type { EvmQueries } from '../../../app/evm_queries.js';
import type { StateAt } from '../../../backend/evm/accounts.js';
import type { EvmExecution } from '../../../backend/evm/execution.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import type { PendingBlocks } from '../../views/pending_blocks.js';

export interface ExecutionDeps {
  readonly queries: EvmQueries;
  readonly blockStore: BlockStore;
  readonly pending: PendingBlocks;
}

/** Runs `work` at a height, or on top of it in the pending block. */
export type RunAt = <T>(at: StateAt, work: (height: bigint, pending?: PendingBlock) => Promise<T>) => Promise<T>;

export const runAt =
  ({ blockStore, pending }: Omit<ExecutionDeps, 'queries'>): RunAt =>
  (at, work) =>
    at === 'pending' ? pending.reading((block) => work(blockStore.height, block)) : work(at);

export function evmExecution(parts: ExecutionDeps): EvmExecution {
  const { queries } = parts;
  const run = runAt(parts);
  return {
    call: (request, at, state, block) =>
      run(at, (height, pending) => queries.call(request, height, state, block, pending)),
    estimateGas: (request, at, state, block) =>
      run(at, (height, pending) => queries.estimateGas(request, height, state, block, pending)),
    createAccessList: (request, at, state) =>
      run(at, (height, pending) => queries.createAccessList(request, height, state, pending)),
  };
}
