/**
 * Replays committed blocks: traces, and the states within a block. Blocks are FinalizeBlock requests.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/execution.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { type Client, runInSlices } from '../../kernel/fair_scheduler.js';
import type { ForkedRuns } from '../block/block_run.js';
import type { Fork, StateReader } from '../state/types.js';
import { Replay } from './replay.js';
import { type PlacedTransaction, traceBlock, traceElements } from './trace_block.js';
import { refusedTrace, type TraceChoice, traced } from './tracing.js';

/** Replays of committed blocks. An index counts all transactions of the block, which must be one of the chain. */
export class Traces {
  constructor(private readonly parts: ForkedRuns) {}

  /** Traces a transaction. `base` is the state below the block, where the caller has it. */
  transaction(
    block: FinalizeBlockRequest,
    index: number,
    options: TraceChoice,
    base?: StateReader,
  ): Promise<EvmTraceOutcome> {
    return traced(options, async (tracing) => {
      try {
        const replay = await Replay.start(this.parts, block, base);
        await replay.deliverUntil(index, options.client);
        return await replay.trace(tracing);
      } catch (error) {
        if (!(error instanceof CallTimeout)) throw error;
        return refusedTrace(tracing.timeout.reason);
      }
    });
  }

  /** Traces the block's Ethereum transactions, in order. */
  block(
    block: FinalizeBlockRequest,
    transactions: readonly PlacedTransaction[],
    options: EvmTraceOptions,
  ): Promise<EvmTraceOutcome> {
    const trace = options.parity === undefined ? traceBlock : traceElements;
    return trace(this.parts, block, transactions, options);
  }

  /**
   * Returns the state before a transaction, or after the last one. Throws HalleyError `unavailable` when that takes too
   * long.
   */
  stateBefore(block: FinalizeBlockRequest, index: number, client: Client): Promise<Fork> {
    return inTime(async () => {
      const replay = await Replay.start(this.parts, block);
      await replay.deliverUntil(index, client);
      return replay.state;
    });
  }

  /**
   * Returns the state root after each of the transactions. EndBlock of the modules is not included. Throws HalleyError
   * `unavailable` when that takes too long.
   */
  rootsAfter(block: FinalizeBlockRequest, indexes: readonly number[], client: Client): Promise<readonly Bytes[]> {
    const { state, pool } = this.parts;
    return inTime(async () => {
      const replay = await Replay.start(this.parts, block);
      const made = state.rootsOf(replay.state);
      const roots: Bytes[] = [];
      for (const index of indexes) {
        await replay.deliverUntil(index + 1, client);
        roots.push(await runInSlices(pool.scheduler, client, made.next()));
      }
      return roots;
    });
  }
}

async function inTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallTimeout)) throw error;
    throw new HalleyError('unavailable', 'execution timeout');
  }
}
