/**
 * Defines the options and the outcome of a trace. The types have the shapes of `backend/evm/tracing.ts`, which this
 * layer may not import. The code that joins the two fails to compile when they differ.
 */

import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';

/** Selects what the struct logger leaves out or adds. */
export interface StructLogOptions {
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  readonly enableMemory: boolean;
  readonly enableReturnData: boolean;
  /**
   * Writes steps in Hardhat's format instead of geth's: words without `0x`, storage on each step, no errors, refunds or
   * return data.
   */
  readonly asHardhat?: boolean;
  /** Limits the characters of steps, after which no further step is written. 0 is no limit. */
  readonly limit: number;
}

export interface TraceOptions {
  /** Names the tracer. Undefined selects the struct logger. */
  readonly tracer: string | undefined;
  /** Is the tracer's config as the client sent it. */
  readonly tracerConfig: Readonly<Record<string, unknown>>;
  readonly structLogs: StructLogOptions;
  readonly timeoutMs: number;
  /**
   * Limits the characters of a trace that are held in memory; a longer trace is refused. Streamed steps do not count.
   */
  readonly maxLength: number;
  readonly client: Client;
  /** Receives the result as JSON. */
  readonly out: TextSink;
}

export type TraceOutcome =
  /** The whole trace was written. */
  | { readonly type: 'traced' }
  /** Nothing was written, or a complete JSON value that ends early. */
  | { readonly type: 'refused'; readonly reason: string };
