/** Traces as answers (evm-json-rpc.md 5.7). */
import { Encoded } from '../jsonrpc/encoded.js';
import { refusal } from '../jsonrpc/errors.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../ports/evm/tracing.js';
import type { EvmContext } from './context.js';
import type { TraceConfig } from './params/trace_config.js';

/** A trace may be as large as an answer may. */
export const traceOptions = (config: TraceConfig, { limits, peer }: EvmContext): EvmTraceOptions => ({
  ...config,
  maxLength: limits.responseBytes,
  client: peer,
});

export function traceResult(outcome: EvmTraceOutcome): Encoded {
  if (outcome.type === 'refused') throw refusal(outcome.reason);
  return Encoded.of(outcome.json);
}
