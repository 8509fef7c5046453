/**
 * Contains what all traces share: the choice of the tracer, the limits of time and size, and the output. Also writes
 * struct logs in Hardhat's format.
 */
import type { EvmReceipt } from '../../backend/evm/block.js';
import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/execution.js';
import type { CallYieldRate } from '../../evm/execution_guard.js';
import type { Observer } from '../../evm/observer.js';
import { HalleyError } from '../../kernel/errors.js';
import { type Client, isGone } from '../../kernel/fair_scheduler.js';
import { hardhatStructLogger } from './hardhat_struct_logger.js';
import { isProgram, javascriptTracer, loadQuickJs } from './javascript/javascript_tracer.js';
import { entriesOfTransfer, parityTracer } from './parity/parity_tracer.js';
import { SizeBudget } from './size_budget.js';
import { HeldOutput, StreamedOutput, type TraceOutput } from './trace_output.js';
import {
  type TracedMessage,
  type TracedRun,
  type TracedSubject,
  type Tracer,
  type TracerDefinition,
  TracerFailure,
} from './tracer.js';
import { TRACERS } from './tracers/index.generated.js';
import { structLogger } from './tracers/struct_logger.js';

/** Circumstances of a run. */
export interface TraceRun {
  /**
   * Yields when the time slice is used up, and stops the clock while the run awaits its reader. Without it the run
   * awaits its reader directly.
   */
  readonly yielding: CallYieldRate | undefined;
  /** Whether the run may start again, on a forked chain, so that nothing is written before its end. */
  readonly again: boolean;
  /** Text that is written before the first one of the trace. */
  readonly head?: string;
}

/** Options of a trace, or of a run that a caller observes with a tracer of its own. */
export interface TraceChoice extends EvmTraceOptions {
  /** Tracer that takes the place of the named one. It is created again where the run starts again. */
  readonly observedBy?: (message: TracedMessage) => Tracer;
}

/** Run in progress. */
interface Under {
  readonly tracer: Tracer;
  readonly stream: StreamedOutput;
  readonly output: TraceOutput;
  /** Whether the run may start again, so that its text is written by `publish`. */
  readonly held: boolean;
}

export const refusedTrace = (reason: string): EvmTraceOutcome => ({ type: 'refused', reason });

/** Tracing of several runs, one after the other. */
export class Tracing {
  /**
   * Client of the trace. It counts as gone also when the trace is too large, so that the run ends when it next yields.
   */
  readonly client: Client;
  readonly timeout: { readonly ms: number; readonly reason: string };
  /** Returns the trace of a transfer. `undefined` where the tracer sees more of a run than its calls. */
  readonly ofTransfer: ((receipt: EvmReceipt) => string) | undefined;
  #budget: SizeBudget;
  #under: Under | undefined;

  constructor(
    private readonly options: TraceChoice,
    private readonly create: (message: TracedMessage) => Tracer,
  ) {
    const { client, maxLength, out, timeoutMs } = options;
    this.ofTransfer = ofTransfer(options);
    this.#budget = new SizeBudget(maxLength);
    this.client = { id: client.id, gone: () => this.#budget.isFull || out.closed || isGone(client) };
    this.timeout = { ms: timeoutMs, reason: 'execution timeout' };
  }

  /** Begins a run with a new tracer, and returns its observer. */
  begin(subject: TracedSubject, { yielding, again, head = '' }: TraceRun): Observer {
    const { maxLength, out, structLogs, tracerConfig: config } = this.options;
    const budget = new SizeBudget(maxLength);
    const stream = new StreamedOutput(out, head);
    const output = again ? new HeldOutput(stream, budget) : stream;
    this.#under?.tracer.close?.();
    const tracer = this.create({ ...subject, config, structLogs, budget, out: output });
    this.#budget = budget;
    this.#under = { tracer, stream, output, held: again };
    // To report a step may take longer than the step itself, so the run may yield at each step.
    const rest = (): Promise<void> | undefined => {
      const wait = output.yieldIfDue();
      if (yielding === undefined) return wait;
      return wait === undefined ? yielding.yieldIfDue() : yielding.pause(wait);
    };
    return { ...tracer.observer, rest };
  }

  /** Writes a trace that is known without a run. */
  known(text: string, head: string): EvmTraceOutcome {
    const { maxLength, out } = this.options;
    if (text.length > maxLength) return refusedTrace(tooLarge(maxLength));
    out.write(head + text);
    return { type: 'traced' };
  }

  /** Ends a run: writes the rest of its trace, or nothing of a trace that is too large. A held trace waits for `publish`. */
  end(run: TracedRun): EvmTraceOutcome {
    const under = this.#under;
    if (under === undefined || this.#budget.isFull) return this.stop('not run').outcome;
    try {
      under.output.write(under.tracer.result(run));
    } catch (error) {
      if (!(error instanceof TracerFailure)) throw error;
      return this.stop(error.message).outcome;
    }
    if (this.#budget.isFull) return this.stop('not run').outcome;
    if (!under.held) this.publish();
    return { type: 'traced' };
  }

  /** Writes the trace of a run that has ended and does not start again. */
  publish(): void {
    this.#under?.output.flush();
    this.#under?.tracer.close?.();
    this.#under = undefined;
  }

  /** Stops a run that did not end. If some of its JSON has been written (`begun`), the text is completed. */
  stop(reason: string): { readonly outcome: EvmTraceOutcome & { readonly type: 'refused' }; readonly begun: boolean } {
    const under = this.#under;
    this.#under = undefined;
    const begun = under?.stream.begun === true;
    if (begun) under.stream.write(under.tracer.cut?.() ?? '');
    under?.tracer.close?.();
    const why = this.#budget.isFull ? tooLarge(this.options.maxLength) : reason;
    return { outcome: { type: 'refused', reason: why }, begun };
  }
}

/** Most characters of an unknown name in an error: it may be a whole program. */
const SHOWN_CHARACTERS = 100;

/** Returns the function that creates the tracer. Throws HalleyError `not-found` for an unknown name. */
export function tracerOf({
  observedBy,
  tracer,
  parity,
  structLogs,
}: Partial<TraceChoice>): (message: TracedMessage) => Tracer {
  if (observedBy !== undefined) return observedBy;
  if (parity !== undefined) return (message) => parityTracer(message, parity);
  if (isProgram(tracer)) return (message) => javascriptTracer(message, tracer);
  if (tracer !== undefined && tracer !== '') {
    const { create } = definitionOf(tracer);
    return (message) => create(message, definitionOf);
  }
  return structLogs?.asHardhat === true ? hardhatStructLogger : structLogger;
}

function ofTransfer({ observedBy, tracer, tracerConfig, parity }: TraceChoice): Tracing['ofTransfer'] {
  if (observedBy !== undefined) return undefined;
  if (parity !== undefined)
    return parity.type === 'entries' ? (receipt) => entriesOfTransfer(receipt, parity) : undefined;
  const named = TRACERS.find(({ name }) => name === tracer)?.ofTransfer;
  return named && ((receipt) => named(receipt, tracerConfig));
}

function definitionOf(name: string): TracerDefinition {
  const found = TRACERS.find((tracer) => tracer.name === name);
  if (found !== undefined) return found;
  const names = TRACERS.map((tracer) => tracer.name)
    .sort()
    .join(', ');
  throw new HalleyError(
    'not-found',
    `tracer ${JSON.stringify(name.slice(0, SHOWN_CHARACTERS))} is not supported: it is no JavaScript object; there are ${names} and, without a tracer, struct logs`,
    { name: name.slice(0, SHOWN_CHARACTERS) },
  );
}

/**
 * Runs `run` with a tracing. Throws HalleyError `not-found` for an unknown tracer, and `invalid-argument` for an
 * invalid config.
 */
export async function traced(
  options: TraceChoice,
  run: (tracing: Tracing) => Promise<EvmTraceOutcome>,
): Promise<EvmTraceOutcome> {
  if (isProgram(options.tracer)) await loadQuickJs();
  const tracing = new Tracing(options, tracerOf(options));
  try {
    const outcome = await run(tracing);
    if (outcome.type === 'refused') return tracing.stop(outcome.reason).outcome;
    tracing.publish();
    return outcome;
  } catch (error) {
    if (error instanceof TracerFailure) return tracing.stop(error.message).outcome;
    tracing.stop('not run');
    throw error;
  }
}

const tooLarge = (maxLength: number): string =>
  `trace too large: more than ${maxLength} bytes; onlyTopCall, disableStack, disableStorage or a limit make it smaller`;
