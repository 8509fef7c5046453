/** Implements the roles of calls and traces. */
import type { PendingBlock } from '../../../app/calls/fork_runner.js';
import type { EvmQueries } from '../../../app/evm_queries.js';
import type { TraceChoice } from '../../../app/traces/tracing.js';
import type { StateAt } from '../../../backend/evm/accounts.js';
import type { EvmExecution, EvmSimulation, EvmTraceOptions, EvmTracing } from '../../../backend/evm/execution.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import { simulatedView } from '../../../chain/evm/simulated_view.js';
import { invariant } from '../../../kernel/errors.js';
import { to0x } from '../../../kernel/hex.js';
import type { LateSources } from '../../artifacts/late_sources.js';
import { committedBlock } from '../../chain/committed_block.js';
import type { RunningChain } from '../../running_chain.js';
import type { PendingBlocks } from '../../views/pending_blocks.js';
import { transactionsOf } from './blocks.js';

/** Tracer that needs artifacts, and which the devnet therefore has in place of the application. */
const DECODED_CALL_TRACER = 'decodedCallTracer';

/** Runs `work` at a height, or on top of it in the pending block. */
export type RunAt = <T>(at: StateAt, work: (height: bigint, pending?: PendingBlock) => Promise<T>) => Promise<T>;

export const runAt =
  (blockStore: BlockStore, pending: PendingBlocks): RunAt =>
  (at, work) =>
    at === 'pending' ? pending.reading((block) => work(blockStore.height, block)) : work(at);

export function evmExecution(queries: EvmQueries, run: RunAt): EvmExecution {
  return {
    call: (request, at, state, block) =>
      run(at, (height, pending) => queries.call(request, height, state, block, pending)),
    estimateGas: (request, at, state, block) =>
      run(at, (height, pending) => queries.estimateGas(request, height, state, block, pending)),
    createAccessList: (request, at, state) =>
      run(at, (height, pending) => queries.createAccessList(request, height, state, pending)),
  };
}

/** Simulates blocks, and shows them as EVM clients see blocks. */
export const evmSimulation = (queries: EvmQueries, run: RunAt): EvmSimulation => ({
  simulate: async (request, at) => {
    const outcome = await run(at, (height, pending) => queries.simulate(request, height, pending));
    return outcome.type === 'refused' ? outcome : { type: 'simulated', blocks: outcome.blocks.map(simulatedView) };
  },
});

/** Returns the options with the tracer of the devnet that they name. */
async function withDecodedCalls(late: LateSources, options: EvmTraceOptions): Promise<TraceChoice> {
  if (options.tracer !== DECODED_CALL_TRACER) return options;
  const sources = await late.load();
  await sources.refresh();
  return { ...options, tracer: undefined, observedBy: (message) => sources.decodedCalls(message) };
}

/** Traces calls, and transactions with their block as consensus passed it to the application. */
export const evmTracing = (
  { chain: { app, blockStore }, blocks, shownBlocks, host: { sources } }: RunningChain,
  run: RunAt,
): EvmTracing => ({
  traceTransaction: async (hash, options) => {
    const position = blockStore.ethereumPosition(hash);
    const block = position && committedBlock(blockStore, position.height);
    if (block === undefined && shownBlocks.receipt(hash) !== undefined)
      return { type: 'refused', reason: `transaction ${to0x(hash)} is a Cosmos transaction, which has no trace` };
    return block && app.traces.transaction(block, position.index, await withDecodedCalls(sources, options));
  },
  traceBlock: async (height, options) => {
    const block = committedBlock(blockStore, height);
    const choice = await withDecodedCalls(sources, options);
    return block && app.traces.block(block, transactionsOf(blockStore, blocks, height), choice);
  },
  traceCalls: (calls, at, options) => run(at, (height, pending) => app.evm.traceCalls(calls, height, options, pending)),
  traceCall: async (request, at, named, state, overrides, index) => {
    const options = await withDecodedCalls(sources, named);
    if (index === undefined)
      return run(at, (on, next) => app.evm.traceCall(request, on, options, state, overrides, next));
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
