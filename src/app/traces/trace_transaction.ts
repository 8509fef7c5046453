/** A transaction of a committed block run again under a tracer's eyes. */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/tracing.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import { Replay, type ReplayDeps } from './replay.js';
import { refusedTrace, traced } from './tracing.js';

/** `index` is the transaction's among all of the block, which is one of the chain's. */
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
