/** What every way of tracing has in common: which tracer, how long, how much, and where its text goes. */

import type { EvmTraceOptions, EvmTraceOutcome } from '../../backend/evm/tracing.js';
import type { CallYieldRate } from '../../evm/execution_guard.js';
import type { Observer } from '../../evm/observer.js';
import { type Client, isGone } from '../../kernel/fair_scheduler.js';
import { SizeBudget } from './size_budget.js';
import { HeldOutput, StreamedOutput, type TraceOutput } from './trace_output.js';
import type { TracedMessage, TracedRun, TracedSubject, Tracer } from './tracer.js';
import { tracerOf } from './tracers.js';

/** How a run is made, besides what is run. */
export interface TraceRun {
  /** Wait for the reader; without them the run does by itself. */
  readonly yielding: CallYieldRate | undefined;
  /** Another chain's state lies beneath: the run may have to begin anew, so nothing is written before its end. */
  readonly again: boolean;
  /** Stands before the first text. */
  readonly head?: string;
}

/** A run under way. */
interface Under {
  readonly tracer: Tracer;
  readonly stream: StreamedOutput;
  readonly output: TraceOutput;
}

export const refusedTrace = (reason: string): EvmTraceOutcome => ({ type: 'refused', reason });

/** Several runs, one after the other. */
export class Tracing {
  /** Who asks; gone also when the trace is too large, so that the run ends at its next rest. */
  readonly client: Client;
  readonly timeout: { readonly ms: number; readonly reason: string };
  #budget: SizeBudget;
  #under: Under | undefined;

  constructor(
    private readonly options: EvmTraceOptions,
    private readonly create: (message: TracedMessage) => Tracer,
  ) {
    const { client, maxLength, out, timeoutMs } = options;
    this.#budget = new SizeBudget(maxLength);
    this.client = { id: client.id, gone: () => this.#budget.isFull || out.closed || isGone(client) };
    this.timeout = { ms: timeoutMs, reason: 'execution timeout' };
  }

  /** What a run shows is seen by a new tracer. */
  begin(subject: TracedSubject, { yielding, again, head = '' }: TraceRun): Observer {
    const { maxLength, out, structLogs, tracerConfig: config } = this.options;
    const budget = new SizeBudget(maxLength);
    const stream = new StreamedOutput(out, head);
    const output = again ? new HeldOutput(stream, budget) : stream;
    const tracer = this.create({ ...subject, config, structLogs, budget, out: output });
    this.#budget = budget;
    this.#under = { tracer, stream, output };
    // What is told of a step may take longer than the step itself: the run is asked for time at each.
    const rest = (): Promise<void> | undefined => {
      const wait = output.yieldIfDue();
      if (yielding === undefined) return wait;
      return wait === undefined ? yielding.yieldIfDue() : yielding.pause(wait);
    };
    return { ...tracer.observer, rest };
  }

  /** Writes what is left of the run; of one that was too large nothing. */
  end(run: TracedRun): EvmTraceOutcome {
    const under = this.#under;
    if (under === undefined || this.#budget.isFull) return this.stop('not run').outcome;
    under.output.write(under.tracer.result(run));
    under.output.flush();
    if (this.#budget.isFull) return this.stop('not run').outcome;
    this.#under = undefined;
    return { type: 'traced' };
  }

  /** The run did not end: closes the JSON that was written of it, if any was (`begun`). */
  stop(reason: string): { readonly outcome: EvmTraceOutcome & { readonly type: 'refused' }; readonly begun: boolean } {
    const under = this.#under;
    this.#under = undefined;
    const begun = under?.stream.begun === true;
    if (begun) under.stream.write(under.tracer.cut?.() ?? '');
    const why = this.#budget.isFull ? tooLarge(this.options.maxLength) : reason;
    return { outcome: { type: 'refused', reason: why }, begun };
  }
}

/** Throws HalleyError `not-found` for a tracer that there is not, `invalid-argument` for a config that it cannot read. */
export async function traced(
  options: EvmTraceOptions,
  run: (tracing: Tracing) => Promise<EvmTraceOutcome>,
): Promise<EvmTraceOutcome> {
  const create = tracerOf(options);
  const tracing = new Tracing(options, create);
  try {
    const outcome = await run(tracing);
    return outcome.type === 'refused' ? tracing.stop(outcome.reason).outcome : outcome;
  } catch (error) {
    tracing.stop('not run');
    throw error;
  }
}

const tooLarge = (maxLength: number): string =>
  `trace too large: more than ${maxLength} bytes; onlyTopCall, disableStack, disableStorage or a limit make it smaller`;
