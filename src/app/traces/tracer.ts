/**
 * Defines a tracer: it observes a run (`src/evm/observer.ts`), and returns its result as JSON. Each tracer is one file
 * in `tracers/`.
 */

import type { EvmReceipt } from '../../backend/evm/block.js';
import type { EvmStructLogOptions } from '../../backend/evm/execution.js';
import type { Message } from '../../evm/machine.js';
import type { Observer } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { StateReader } from '../state/types.js';
import type { SizeBudget } from './size_budget.js';
import type { TraceOutput } from './trace_output.js';

/** Place of a transaction on the chain. */
export interface TracedPlace {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly transactionHash: Bytes;
  /** Index among the Ethereum transactions of the block. */
  readonly transactionIndex: number;
}

/** Traced run. */
export interface TracedSubject extends Pick<Message, 'from' | 'to' | 'authorizationList'> {
  /** Gas limit of the transaction. */
  readonly gas: bigint;
  readonly coinbase: Bytes;
  /** Block that code sees; absent where `place` has it. */
  readonly blockNumber?: bigint;
  /** Tip in wei per unit of gas. */
  readonly tip?: bigint;
  /** `undefined` for a call, which has no place. */
  readonly place: TracedPlace | undefined;
  /**
   * State during the run. When the tracer is created, nothing has happened yet: neither nonce nor fee are taken. When
   * its result is computed, the run is complete.
   */
  readonly state: StateReader;
  /** Logs of the block before the transaction. */
  readonly logsBefore: number;
  /** Returns whether an address is one of Ethereum's precompiles. */
  readonly isPrecompile: (address: Bytes) => boolean;
}

/** Input of a tracer. */
export interface TracedMessage extends TracedSubject {
  readonly config: Readonly<Record<string, unknown>>;
  readonly structLogs: EvmStructLogOptions;
  /** Size that the trace may have. A tracer that finds it full records no more. */
  readonly budget: SizeBudget;
  /** Receives text that a tracer writes during the run. The rest of the trace is its `result`. */
  readonly out: TraceOutput;
}

/** End of the run. */
export interface TracedRun {
  /** Gas of the receipt. */
  readonly gasUsed: bigint;
  /** geth's error text; `undefined` when the run succeeded. */
  readonly error: string | undefined;
  /** Data that the run returned or reverted with. */
  readonly output: Bytes;
}

export interface Tracer {
  readonly observer: Observer;
  /** Returns the result as JSON, or the rest of it if a part has been written. */
  result(run: TracedRun): string;
  /**
   * Returns the text that completes the JSON value written so far. It is called instead of `result` when the run did
   * not end.
   */
  cut?(): string;
  /** Releases what the tracer holds. It is called once, after all else. */
  close?(): void;
}

/** Failure of a tracer that is a program of the caller. Its message is the reason that the caller gets. */
export class TracerFailure extends Error {}

/** Returns the tracer with this name. Throws HalleyError `not-found` for an unknown name. */
export type FindTracer = (name: string) => TracerDefinition;

export interface TracerDefinition {
  /** Value of `tracer` that selects it. */
  readonly name: string;
  /** Creates a tracer. Throws HalleyError `invalid-argument` for an invalid config. */
  readonly create: (message: TracedMessage, find: FindTracer) => Tracer;
  /** Returns the trace of a transfer, which made one call. Absent where the tracer sees more of a run than its calls. */
  readonly ofTransfer?: (receipt: EvmReceipt, config: TracedMessage['config']) => string;
}
