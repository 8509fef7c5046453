/**
 * Defines the interface between the application and an EVM implementation. Our own (`halley/`) and EthereumJS's
 * (`ethereumjs/`) implement it.
 */
import type { EthereumLog } from '../codec/ethereum/receipt.js';
import type { AccessListEntry, Authorization } from '../codec/ethereum/tx.js';
import type { Awaitable } from '../kernel/awaitable.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';
import type { BlockContext } from './block_context.js';
import type { ConsoleCalls } from './console.js';
import type { Hardfork } from './hardfork.js';
import type { IntrinsicGas } from './intrinsic_gas.js';
import type { Observer } from './observer.js';
import type { MachineState } from './state.js';

export interface Message {
  readonly from: Bytes;
  /** `undefined` for contract creation. */
  readonly to: Bytes | undefined;
  readonly value: bigint;
  readonly input: Bytes;
  readonly gasLimit: bigint;
  /** Value that GASPRICE returns. */
  readonly gasPrice: bigint;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
  /** Whether nobody reads the state after the run. A machine need not write storage to it then. */
  readonly isDiscarded?: boolean;
}

export interface ContractAnswer {
  /** geth's error text, such as `execution reverted`; `undefined` when the run succeeded. */
  readonly error: string | undefined;
  readonly reverted: boolean;
  /** Bytes that the run returned or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
  /** Gas after refunds; at least the floor. */
  readonly gasUsed: bigint;
}

export interface Execution extends ContractAnswer {
  /** Gas before refunds, at its maximum. */
  readonly maxUsedGas: bigint;
  /** Wei that self-destructs removed from the supply. */
  readonly burned: bigint;
  /** Run's calls to the console; `undefined` when there were none. */
  readonly consoleCalls: ConsoleCalls | undefined;
}

/** Call that the chain itself makes to a contract. It transfers no value. */
export interface ContractCall {
  readonly from: Bytes;
  readonly to: Bytes;
  readonly input: Bytes;
  /** Most gas of the frame. A transaction's intrinsic gas is not part of it. */
  readonly gas: bigint;
  /** Whether writes remain; false for a query, all of whose writes are undone. */
  readonly commit: boolean;
}

/** Call of a stateful precompile. */
export interface NativeCall<S extends MachineState> {
  readonly input: Bytes;
  readonly gas: bigint;
  readonly caller: Bytes;
  readonly value: bigint;
  /** Whether the precompile may change nothing: in a static call, and when another contract runs it as its own code. */
  readonly isStatic: boolean;
  readonly state: S;
  readonly block: { readonly height: bigint; readonly time: UnixNanos };
  /**
   * Calls a contract one frame deeper in the same run. Storage, warm addresses and transient storage are shared with
   * the run, and a static call stays static. Its changes are undone together with the frame of this precompile.
   */
  readonly callContract: (call: ContractCall) => Promise<ContractAnswer>;
}

export interface NativeResult {
  readonly outcome: 'success' | 'reverted' | 'out of gas';
  readonly gasUsed: bigint;
  /** Bytes that the precompile returned or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
}

/**
 * Defines a contract that is implemented without EVM code. When its frame fails, the machine undoes its writes and its
 * logs.
 */
export interface StatefulPrecompile<S extends MachineState> {
  readonly address: Bytes;
  run(call: NativeCall<S>): Promise<NativeResult>;
}

/** Defines precompiles whose existence depends on the state. */
export interface NativesInState<S extends MachineState> {
  /**
   * Code that marks such an address: it is stored as the account's code. Addresses without it are not looked up, so
   * other calls cost nothing extra.
   */
  readonly code: Bytes;
  /** Returns the precompile at an address with that code. When it returns undefined, the machine runs the code. */
  readonly at: (state: S, address: Bytes) => StatefulPrecompile<S> | undefined;
}

/** Rules that all machines of a chain share. */
export interface MachineRules<S extends MachineState> {
  readonly natives: readonly StatefulPrecompile<S>[];
  readonly nativesInState?: NativesInState<S>;
  /** Returns the hash that BLOCKHASH reads. The machine itself enforces the opcode's window. */
  readonly blockHash: (state: S, number: bigint) => Bytes;
  /** Fork of the chain. The default is `HARDFORK`. */
  readonly hardfork?: Hardfork;
  /**
   * Most bytes of a contract's code (EIP-170). The default is `CODE_SIZE_LIMIT`. Initcode may have twice as many bytes.
   */
  readonly codeSizeLimit?: number;
  /** Seed of the chain, which a report of an internal failure includes so that the failure can be reproduced. */
  readonly seed?: string;
}

/** Runs a message on a machine: calls its `execute`, and may watch the run. */
export type Execute = <S extends MachineState>(
  machine: Machine<S>,
  ...run: Parameters<Machine<S>['execute']>
) => Awaitable<Execution>;

export interface Machine<S extends MachineState> {
  /** Rules that decide which messages are valid. */
  readonly rules: { readonly hardfork: Hardfork; readonly codeSizeLimit: number };
  /** State that runs read and write. */
  readonly state: S;
  /**
   * Set by a caller that caught an error of `execute`. The contents of such a machine are unknown, and it must not run
   * again.
   */
  broken: boolean;
  /** Sets the state for the runs that follow. `undefined` means that there is nothing to run for now. */
  attach(state: S | undefined): void;
  /**
   * Runs a message whose sender's nonce is already increased. `gas` is the message's intrinsic gas, which
   * `message.gasLimit` must cover. Returns the execution without a promise when the run did not have to wait.
   *
   * Failures of the code itself are part of the result, and anything else is thrown. The first AbsentRemote that a run
   * meets is always thrown. An `observer` receives every event of the run as it happens. It must not change anything or
   * throw.
   */
  execute(context: BlockContext, message: Message, gas: IntrinsicGas, observer?: Observer): Awaitable<Execution>;
}
