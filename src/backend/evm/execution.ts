/** Defines how methods run calls and transactions without sending them. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { TextSink } from '../../kernel/text_stream.js';
import type { StateAt } from './accounts.js';
import type { AccessListEntry, Authorization, EvmBlock, EvmLog } from './block.js';

export interface EvmCallRequest {
  readonly from?: Bytes;
  readonly to?: Bytes;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  /** Ignored by calls, which have their sender's nonce. */
  readonly nonce?: bigint;
  readonly input?: Bytes;
  readonly accessList?: readonly AccessListEntry[];
  readonly authorizationList?: readonly Authorization[];
  readonly chainId?: bigint;
  /** Whether the sender gets the value where it has less, and pays nothing for gas (Hardhat). */
  readonly assumeFunds?: boolean;
  /** Client whose time slices the work uses. Default: this process. */
  readonly client?: Client;
}

export interface StateOverride {
  readonly nonce?: bigint;
  readonly code?: Bytes;
  readonly balance?: bigint;
  /** Replacement of the whole storage. */
  readonly state?: ReadonlyMap<string, Bytes>;
  /** Replacements of single slots. Keys of both maps are `0x`-prefixed 32-byte hex. */
  readonly stateDiff?: ReadonlyMap<string, Bytes>;
}

/** Overrides by `0x`-prefixed lower-case address. */
export type StateOverrides = ReadonlyMap<string, StateOverride>;

export interface BlockOverrides {
  readonly number?: bigint;
  readonly time?: bigint;
  readonly gasLimit?: bigint;
  readonly feeRecipient?: Bytes;
  readonly prevRandao?: Bytes;
  readonly baseFeePerGas?: bigint;
}

/** Inputs of calls to the console's address (console.log), in order. */
export interface EvmConsoleCalls {
  readonly inputs: readonly Bytes[];
  /** Inputs beyond the limit, which were dropped. */
  readonly dropped: number;
}

/**
 * Outcome of a call. `halt` is any failure of the EVM except REVERT; `reason` is geth's text for it, such as
 * `out of gas`.
 */
export type EvmCallOutcome = (
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** The call was refused before execution, for example with `insufficient funds for gas * price + value: …`. */
  | { readonly type: 'refused'; readonly reason: string }
) & {
  /** `undefined` when there were no console.log calls. */
  readonly consoleCalls?: EvmConsoleCalls | undefined;
};

export type EvmAccessListOutcome =
  /** `outcome` is that of the run with the list. A failed run does not make the list invalid. */
  | {
      readonly type: 'listed';
      readonly accessList: readonly AccessListEntry[];
      readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
    }
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  readonly outcome: EvmCallOutcome;
  /**
   * Least gas limit with which the call succeeds and every frame ends as it does with all gas, or undefined when the
   * call never succeeds.
   */
  readonly gas: bigint | undefined;
  /** Gas with which a call that never succeeds was run. */
  readonly mostGas?: bigint;
}

export interface EvmExecution {
  call(request: EvmCallRequest, at: StateAt, state?: StateOverrides, block?: BlockOverrides): Promise<EvmCallOutcome>;
  estimateGas(
    request: EvmCallRequest,
    at: StateAt,
    state?: StateOverrides,
    block?: BlockOverrides,
  ): Promise<EvmEstimate>;
  /** Returns what a call accesses beyond what is warm at its start. */
  createAccessList(request: EvmCallRequest, at: StateAt, state?: StateOverrides): Promise<EvmAccessListOutcome>;
}

export interface EvmBlockToSimulate {
  readonly block: BlockOverrides;
  readonly state: StateOverrides | undefined;
  readonly calls: readonly EvmCallRequest[];
}

export interface EvmSimulationRequest {
  readonly blocks: readonly EvmBlockToSimulate[];
  /** Whether coins that move add logs, as an ERC-20 would emit them (ERC-7528). */
  readonly traceTransfers: boolean;
  /** Whether nonces, base fee and funds of calls are checked, as for transactions. */
  readonly validation: boolean;
  readonly client?: Client;
}

/** Reason why nothing is simulated; `refused` is for reasons without a code of their own. */
export type EvmSimulationProblem =
  | 'nonce too low'
  | 'nonce too high'
  | 'base fee too low'
  | 'intrinsic gas'
  | 'insufficient funds'
  | 'block gas limit'
  | 'block number'
  | 'block timestamp'
  | 'init code size'
  | 'limit exceeded'
  | 'invalid fees'
  | 'refused';

export interface EvmSimulatedCall {
  readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
  /** Highest gas use, before refunds. */
  readonly maxUsedGas: bigint;
  /** Logs, with those of transfers where they were requested. */
  readonly logs: readonly EvmLog[];
}

export interface EvmSimulatedBlock {
  /** Block whose hash is the Keccak-256 of its Ethereum header. Its transactions have zeros as signatures. */
  readonly block: EvmBlock;
  readonly calls: readonly EvmSimulatedCall[];
}

export type EvmSimulationOutcome =
  | { readonly type: 'simulated'; readonly blocks: readonly EvmSimulatedBlock[] }
  | { readonly type: 'refused'; readonly problem: EvmSimulationProblem; readonly reason: string };

/** Simulation of blocks with unsigned calls, one after another on top of a state (execution-apis, `eth_simulateV1`). */
export interface EvmSimulation {
  /** Simulates the blocks, and fills the gaps between them. */
  simulate(request: EvmSimulationRequest, at: StateAt): Promise<EvmSimulationOutcome>;
}

/** Parts of a step that the struct logger includes. */
export interface EvmStructLogOptions {
  readonly disableStack: boolean;
  readonly disableStorage: boolean;
  readonly enableMemory: boolean;
  readonly enableReturnData: boolean;
  /**
   * Whether steps are in Hardhat's format instead of geth's: words without `0x`, storage on each step, no errors,
   * refunds or return data.
   */
  readonly asHardhat?: boolean;
  /** Most characters of steps; later steps are omitted. 0 means no limit. */
  readonly limit: number;
}

/** Options of traces that have no steps. */
export const NO_STEPS: EvmStructLogOptions = {
  disableStack: true,
  disableStorage: true,
  enableMemory: false,
  enableReturnData: false,
  limit: 0,
};

/** Traces in the form of Parity, instead of those of a tracer. */
export type EvmParityForm =
  /**
   * Frames with their places on the chain, as elements of a list, without brackets. `keeps` is asked about each frame in
   * order, with its two addresses in hex; a failed creation has one.
   */
  | {
      readonly type: 'entries';
      readonly keeps: (from: string, to: string | undefined) => boolean;
      /** Whether a failed creation has a member `attempted`, the address that it would have given. Default: no. */
      readonly withAttempted?: boolean;
    }
  /** An object with the requested kinds. */
  | {
      readonly type: 'replay';
      readonly trace: boolean;
      readonly vmTrace: boolean;
      readonly stateDiff: boolean;
      /** Whether the object has the transaction's hash. */
      readonly withHash?: boolean;
      /** Prefix of the indexes of operations. Default: the index of the transaction. */
      readonly prefix?: string;
    };

export interface EvmTraceOptions {
  /** Name of the tracer; `undefined` means the struct logger. */
  readonly tracer: string | undefined;
  /** Form that replaces the tracer. Each transaction of a block is then an element, written without its hash. */
  readonly parity?: EvmParityForm;
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
  /** Sink of the result as JSON. Time that the run waits for it does not count. */
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
  /** Traces calls, each on the state that those before it left, and writes the traces as elements of a list. */
  traceCalls(
    calls: readonly { readonly request: EvmCallRequest; readonly parity: EvmParityForm }[],
    at: StateAt,
    options: EvmTraceOptions,
  ): Promise<EvmTraceOutcome>;
}
