/** Runs under a tracer's eyes. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';
import type { StateAt } from './accounts.js';
import type { BlockOverrides, EvmCallRequest, StateOverrides } from './execution.js';

/** What the struct logger leaves out or adds. */
export interface EvmStructLogOptions {
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  readonly enableMemory: boolean;
  readonly enableReturnData: boolean;
  /** Writes Hardhat's steps, not geth's: words without `0x`, storage on each, no errors, refunds or return data. */
  readonly asHardhat?: boolean;
  /** Characters of steps after which no more are told; 0 is no limit. */
  readonly limit: number;
}

export interface EvmTraceOptions {
  /** Undefined: the struct logger. */
  readonly tracer: string | undefined;
  /** The tracer's own, as it was given. */
  readonly tracerConfig: Readonly<Record<string, unknown>>;
  readonly structLogs: EvmStructLogOptions;
  readonly timeoutMs: number;
  /** Characters that are held of a trace, beyond which it is refused; of steps that go to their reader none are. */
  readonly maxLength: number;
  readonly client: Client;
  /** Gets the result as JSON; while it makes the run wait, no time passes for that. */
  readonly out: TextSink;
}

export type EvmTraceOutcome =
  /** All of it was written. */
  | { readonly type: 'traced' }
  /** Nothing was written, or a value that ended early. */
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmTracing {
  /** A mined transaction, run again; undefined for one that is not in a block. Throws HalleyError. */
  traceTransaction(hash: Bytes, options: EvmTraceOptions): Promise<EvmTraceOutcome | undefined>;
  /**
   * The Ethereum transactions of a published block, each run once: an array of `{txHash, result}`, and `{txHash, error}` of
   * those that took too long. Undefined for the genesis, which has none. Throws HalleyError.
   */
  traceBlock(height: bigint, options: EvmTraceOptions): Promise<EvmTraceOutcome | undefined>;
  /**
   * With `transactionIndex` on the state before that Ethereum transaction of the block, which has so many or more. Throws
   * HalleyError.
   */
  traceCall(
    request: EvmCallRequest,
    at: StateAt,
    options: EvmTraceOptions,
    state?: StateOverrides,
    block?: BlockOverrides,
    transactionIndex?: number,
  ): Promise<EvmTraceOutcome>;
}
