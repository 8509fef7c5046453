/** Streams traces while the run continues (evm-json-rpc.md 5.7). */

import type { EvmTraceOptions, EvmTraceOutcome } from '../../../backend/evm/execution.js';
import { isGone } from '../../../kernel/fair_scheduler.js';
import type { TextSink } from '../../../kernel/text_stream.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';
import { Streamed } from '../../jsonrpc/streamed.js';
import type { EvmContext } from '../context.js';
import type { TraceConfig } from '../params/trace_config.js';

/**
 * Streams what `run` writes. Steps that are sent to a reader are not held in memory, so only time and gas limit them.
 * What is held in memory may be as large as any response: the data of a tracer, or a result that cannot be streamed.
 */
export const traceAnswer = (
  { compat, limits, peer }: EvmContext,
  { disableMemory, structLogs, ...config }: TraceConfig,
  run: (options: EvmTraceOptions) => Promise<EvmTraceOutcome>,
): Streamed =>
  new Streamed(async (out: TextSink) => {
    const client = { id: peer.id, gone: () => out.closed || isGone(peer) };
    const steps =
      compat.hardhatRelease === 2 ? { ...structLogs, enableMemory: !disableMemory, asHardhat: true } : structLogs;
    const outcome = await run({ ...config, structLogs: steps, maxLength: limits.responseBytes, client, out });
    if (outcome.type === 'refused') throw refusal(outcome.reason);
  }, tooLarge);

const tooLarge = (maxLength: number): RpcError =>
  refusal(
    `trace too large: more than ${maxLength} bytes; onlyTopCall, disableStack, disableStorage or a limit make it smaller, and over HTTP outside of a batch it may have any size`,
  );
