/** Traces a transaction of a committed block in a replay. */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/tracing.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import { Replay, type ReplayDeps } from './replay.js';
import { refusedTrace, traced } from './tracing.js';

/** Traces a transaction. `index` is its index among all of the block; the block must be one of the chain. */
export const traceTransaction = (
  parts: ReplayDeps,
  block: FinalizeBlockRequest,
  index: number,
  options: EvmTraceOptions,
): Promise<EvmTraceOutcome> =>
  traced(options, async (tracing) => {
    try {
      const replay = await Replay.start(parts, block);
      await replay.deliverUntil(index, options.client);
      return await replay.trace(tracing);
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error;
      return refusedTrace(tracing.timeout.reason);
    }
  });
