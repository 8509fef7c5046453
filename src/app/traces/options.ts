/**
 * How a run is traced, and what comes of it. The same shapes as those of `backend/evm/tracing.ts`, which this room may
 * not import; whoever joins the two finds out at compile time when they part.
 */

import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';

/** What the struct logger leaves out or adds. */
export interface StructLogOptions {
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  readonly enableMemory: boolean;
  readonly enableReturnData: boolean;
  /** Writes Hardhat's steps, not geth's: words without `0x`, storage on each, no errors, refunds or return data. */
  readonly asHardhat?: boolean;
  /** Characters of steps after which no more are told; 0 is no limit. */
  readonly limit: number;
}

export interface TraceOptions {
  /** Undefined: the struct logger. */
  readonly tracer: string | undefined;
  /** The tracer's own, as it was given. */
  readonly tracerConfig: Readonly<Record<string, unknown>>;
  readonly structLogs: StructLogOptions;
  readonly timeoutMs: number;
  /** Characters that are held of a trace, beyond which it is refused; of steps that go to their reader none are. */
  readonly maxLength: number;
  readonly client: Client;
  /** Gets the result as JSON. */
  readonly out: TextSink;
}

export type TraceOutcome =
  /** All of it was written. */
  | { readonly type: 'traced' }
  /** Nothing was written, or a value that ended early. */
  | { readonly type: 'refused'; readonly reason: string };
