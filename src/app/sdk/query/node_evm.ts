/** Declares calls and traces of the EVM, which the host answers as its EVM JSON-RPC does. */
import type { EvmCallOutcome, EvmEstimate, EvmTraceOptions } from '../../../backend/evm/execution.js';
import type { Execution } from '../../../evm/machine.js';
import type { Bytes } from '../../../kernel/bytes.js';

/** Call as queries describe it. */
export interface EvmCallAsked {
  /** Call object of `eth_call` as JSON. */
  readonly args: Bytes;
  /** State overrides as JSON; empty for none. */
  readonly overrides: Bytes;
  /** Most gas; 0 for the node's own limit. */
  readonly gasCap: bigint;
}

type TraceOptions = Pick<EvmTraceOptions, 'tracer' | 'tracerConfig' | 'structLogs' | 'timeoutMs'>;

export interface NodeEvm {
  /** Runs a call at a height and discards its effects. Rejects with SdkQueryError if the JSON is not a call. */
  execute(
    asked: EvmCallAsked,
    height: bigint,
  ): Promise<{ readonly outcome: EvmCallOutcome; readonly execution?: Execution }>;
  /** Estimates the gas of a call at a height. Rejects with SdkQueryError if the JSON is not a call. */
  estimateGas(asked: EvmCallAsked, height: bigint): Promise<EvmEstimate>;
  /** Returns the trace of a transaction as JSON. Rejects with SdkQueryError for one that is not in a block. */
  traceTx(hash: Bytes, options: TraceOptions): Promise<string>;
  /**
   * Returns the traces of transactions of one block as JSON: an array of `{result}` or `{error}`. Rejects with
   * SdkQueryError for transactions that are not in that block, or not in its order.
   */
  traceBlock(height: bigint, hashes: readonly Bytes[], options: TraceOptions): Promise<string>;
}
