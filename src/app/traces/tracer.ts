/**
 * What a tracer is: a fold over what the machine tells of a run (`src/evm/observer.ts`), and the JSON that it comes to. A
 * tracer is one file in `tracers/`.
 */

import type { EvmStructLogOptions } from '../../backend/evm/tracing.js';
import type { Message } from '../../evm/machine.js';
import type { Observer } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader } from '../state/types.js';
import type { SizeBudget } from './size_budget.js';
import type { TraceOutput } from './trace_output.js';

/** A transaction's place on the chain. */
export interface TracedPlace {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly transactionHash: Bytes;
  /** Among the Ethereum transactions of its block. */
  readonly transactionIndex: number;
}

/** What is run under a tracer's eyes, and where. */
export interface TracedSubject extends Pick<Message, 'from' | 'to' | 'authorizationList'> {
  /** The transaction's gas limit. */
  readonly gas: bigint;
  readonly coinbase: Bytes;
  /** Undefined for a call, which has none. */
  readonly place: TracedPlace | undefined;
  /**
   * As the run leaves it so far: when the tracer is made nothing has happened yet, and neither nonce nor fee are taken;
   * when its result is asked for all has.
   */
  readonly state: StateReader;
  /** Logs of the block before the transaction. */
  readonly logsBefore: number;
  /** Of Ethereum's own. */
  readonly isPrecompile: (address: Bytes) => boolean;
}

/** What a tracer is made for. */
export interface TracedMessage extends TracedSubject {
  readonly config: Readonly<Record<string, unknown>>;
  readonly structLogs: EvmStructLogOptions;
  /** What the trace may take; a tracer that finds it full records no more. */
  readonly budget: SizeBudget;
  /** Where a tracer writes whose result need not be held; what it does not write here is its `result`. */
  readonly out: TraceOutput;
}

/** How the run ended. */
export interface TracedRun {
  /** As the receipt has it. */
  readonly gasUsed: bigint;
  /** Geth's words. */
  readonly error: string | undefined;
  /** Returned, or reverted with. */
  readonly output: Bytes;
}

export interface Tracer {
  readonly observer: Observer;
  /** As JSON; the rest of it, where some was written already. */
  result(run: TracedRun): string;
  /** Instead of `result` where the run did not end: what makes a JSON value of what was written already. */
  cut?(): string;
}

/** Returns the tracer with this name. Throws HalleyError `not-found` for an unknown name. */
export type FindTracer = (name: string) => TracerDefinition;

export interface TracerDefinition {
  /** As `tracer` names it. */
  readonly name: string;
  /** Throws HalleyError `invalid-argument` for a config that it cannot read. */
  readonly create: (message: TracedMessage, find: FindTracer) => Tracer;
}
