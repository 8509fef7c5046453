/** Traces a call on the machine's state. */

import type { EvmTraceOutcome } from '../../backend/evm/tracing.js';
import type { BlockContext } from '../../evm/block_context.js';
import type { Machine, Message } from '../../evm/machine.js';
import { precompileTest } from '../../evm/precompiled.js';
import { simulate } from '../calls/simulate.js';
import type { WorkingState } from '../state/types.js';
import { refusedTrace, type TraceRun, type Tracing } from './tracing.js';

export async function traceMessage(
  tracing: Tracing,
  machine: Machine<WorkingState>,
  message: Message,
  context: BlockContext,
  run: TraceRun,
): Promise<EvmTraceOutcome> {
  const { from, to, gasLimit: gas, authorizationList } = message;
  const { coinbase } = context;
  const isPrecompile = precompileTest(machine.rules.hardfork);
  const about = { from, to, gas, authorizationList, coinbase, place: undefined, isPrecompile };
  const observer = tracing.begin({ ...about, state: machine.state, logsBefore: 0 }, run);
  const { outcome, execution } = await simulate(machine, message, context, observer);
  if (execution !== undefined) return tracing.end(execution);
  return refusedTrace(outcome.type === 'refused' ? outcome.reason : 'not run');
}
