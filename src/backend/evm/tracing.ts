/** Runs transactions and calls with a tracer. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';
import type { StateAt } from './accounts.js';
import type { BlockOverrides, EvmCallRequest, StateOverrides } from './execution.js';

/** Selects what the struct logger includes. */
export interface EvmStructLogOptions {
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  readonly enableMemory: boolean;
  readonly enableReturnData: boolean;
  /**
   * Writes steps in Hardhat's format instead of geth's: words without `0x`, storage on each step, no errors, refunds or
   * return data.
   */
  readonly asHardhat?: boolean;
  /** Most characters of steps; later steps are omitted. 0 means no limit. */
  readonly limit: number;
}

export interface EvmTraceOptions {
  /** Name of the tracer; `undefined` means the struct logger. */
  readonly tracer: string | undefined;
  /** Tracer's own options, as given. */
  readonly tracerConfig: Readonly<Record<string, unknown>>;
  readonly structLogs: EvmStructLogOptions;
  readonly timeoutMs: number;
  /**
   * Most characters of a trace that are buffered; a longer trace is refused. Steps that are streamed to their reader do
   * not count.
   */
  readonly maxLength: number;
  readonly client: Client;
  /** Receives the result as JSON. Time that the run waits for it does not count. */
  readonly out: TextSink;
}

export type EvmTraceOutcome =
  /** The whole trace was written. */
  | { readonly type: 'traced' }
  /** Nothing was written, or a value that ended early. */
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmTracing {
  /** Runs a mined transaction again. Resolves to undefined for one that is not in a block. Throws HalleyError. */
  traceTransaction(hash: Bytes, options: EvmTraceOptions): Promise<EvmTraceOutcome | undefined>;
  /**
   * Runs each Ethereum transaction of a published block once. The result is an array of `{txHash, result}`, and of
   * `{txHash, error}` for those that took too long. Resolves to undefined for the genesis, which has none. Throws
   * HalleyError.
   */
  traceBlock(height: bigint, options: EvmTraceOptions): Promise<EvmTraceOutcome | undefined>;
  /**
   * Traces a call. `transactionIndex` selects the state before that Ethereum transaction of the block; it is at most
   * their number. Throws HalleyError.
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
