/**
 * Traces all Ethereum transactions of a committed block in one replay: each run begins with the state that the one
 * before left. A run that takes too long is reported as an error, and is then repeated without a tracer.
 */
import type { FinalizeBlockRequest } from '../../abci/application.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/execution.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import type { Bytes } from '../../kernel/bytes.js';
import { isGone } from '../../kernel/fair_scheduler.js';
import { to0x } from '../../kernel/hex.js';
import type { ForkedRuns } from '../block/block_run.js';
import { Replay } from './replay.js';
import { refusedTrace, type Tracing, traced } from './tracing.js';

export interface PlacedTransaction {
  /** Index among all transactions of the block. */
  readonly index: number;
  /** Hash in the trace of a block; `undefined` leaves it out. */
  readonly hash: Bytes | undefined;
}

type BlockTrace = (
  parts: ForkedRuns,
  block: FinalizeBlockRequest,
  transactions: readonly PlacedTransaction[],
  options: EvmTraceOptions,
) => Promise<EvmTraceOutcome>;

/** Writes the elements that the form makes of each transaction. Ends early when one of them is refused. */
export const traceElements: BlockTrace = (parts, block, transactions, options) =>
  traced(options, async (tracing) => {
    const { client, out } = options;
    if (transactions.length === 0) return { type: 'traced' };
    try {
      const replay = await Replay.start(parts, block);
      for (const { index } of transactions) {
        if (out.closed) throw new CallTimeout();
        await replay.deliverUntil(index, client);
        const outcome = await replay.trace(tracing);
        if (outcome.type === 'refused') return outcome;
        await out.write('');
      }
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error;
      return refusedTrace(tracing.timeout.reason);
    }
    return { type: 'traced' };
  });

/** Writes an array of `{txHash, result}`, with `{txHash, error}` for runs that were too long or too large. */
export const traceBlock: BlockTrace = (parts, block, transactions, options) =>
  traced(options, async (tracing) => {
    const { client, out } = options;
    const replay = await Replay.start(parts, block);
    let separator = '[';
    try {
      for (const { index, hash } of transactions) {
        if (out.closed) throw new CallTimeout();
        await replay.deliverUntil(index, client);
        const entry = `${separator}{${hash === undefined ? '' : `"txHash":"${to0x(hash)}",`}`;
        const tail = await entryTail(replay, tracing, entry, () => out.closed || isGone(client));
        separator = ',';
        await out.write(tail);
      }
    } catch (error) {
      const { begun } = tracing.stop('not run');
      if (begun || separator === ',') out.write(begun ? '}]' : ']');
      if (!(error instanceof CallTimeout)) throw error;
      return refusedTrace(tracing.timeout.reason);
    }
    await out.write(separator === '[' ? '[]' : ']');
    return { type: 'traced' };
  });

/** Returns the text that follows what the trace itself has written. */
async function entryTail(replay: Replay, tracing: Tracing, entry: string, gone: () => boolean): Promise<string> {
  const failed = (reason: string): string => {
    const { begun, outcome } = tracing.stop(reason);
    return `${begun ? ',' : entry}"error":${JSON.stringify(outcome.reason)}}`;
  };
  try {
    const outcome = await replay.trace(tracing, `${entry}"result":`);
    return outcome.type === 'traced' ? '}' : failed(outcome.reason);
  } catch (error) {
    if (!(error instanceof CallTimeout) || gone()) throw error;
    return failed(tracing.timeout.reason);
  }
}
