/** Traces as answers (evm-json-rpc.md 5.7): they go out while the run goes on. */

import type { EvmTraceOptions, EvmTraceOutcome } from '../../../backend/evm/tracing.js';
import { isGone } from '../../../kernel/fair_scheduler.js';
import type { TextSink } from '../../../kernel/text_stream.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';
import { Streamed } from '../../jsonrpc/streamed.js';
import type { EvmContext } from '../context.js';
import type { TraceConfig } from '../params/trace_config.js';

/**
 * What `run` writes. Of steps nothing is held when they go to a reader, so time and gas alone bound them; what is held, be
 * it a tracer's or an answer's that cannot go out in parts, may be as large as an answer may.
 */
export const traceAnswer = (
  { identity, limits, peer }: EvmContext,
  { disableMemory, structLogs, ...config }: TraceConfig,
  run: (options: EvmTraceOptions) => Promise<EvmTraceOutcome>,
): Streamed =>
  new Streamed(async (out: TextSink) => {
    const client = { id: peer.id, gone: () => out.closed || isGone(peer) };
    const steps = identity.runsAsHardhat
      ? { ...structLogs, enableMemory: !disableMemory, asHardhat: true }
      : structLogs;
    const outcome = await run({ ...config, structLogs: steps, maxLength: limits.responseBytes, client, out });
    if (outcome.type === 'refused') throw refusal(outcome.reason);
  }, tooLarge);

const tooLarge = (maxLength: number): RpcError =>
  refusal(
    `trace too large: more than ${maxLength} bytes; onlyTopCall, disableStack, disableStorage or a limit make it smaller, and over HTTP outside of a batch it may have any size`,
  );
