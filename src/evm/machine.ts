/** The port of an EVM: what the application asks of it. Behind it stand our own (`halley/`) and EthereumJS's (`ethereumjs/`). */
import type { EthereumLog } from '../codec/ethereum/log.js';
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
  /** Undefined for contract creation. */
  readonly to: Bytes | undefined;
  readonly value: bigint;
  readonly input: Bytes;
  readonly gasLimit: bigint;
  /** What GASPRICE shows. */
  readonly gasPrice: bigint;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
}

export interface Execution {
  /** Geth's words, `execution reverted` among them; undefined when the run succeeded. */
  readonly error: string | undefined;
  readonly reverted: boolean;
  /** Returned, or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
  /** After refunds, at least the floor. */
  readonly gasUsed: bigint;
  /** At its highest, before refunds. */
  readonly maxUsedGas: bigint;
  /** Wei that self-destructs took out of the world. */
  readonly burned: bigint;
  /** To the console; undefined when it said nothing. */
  readonly consoleCalls: ConsoleCalls | undefined;
}

/** A call that the chain itself makes of a contract; it brings no value. */
export interface ContractCall {
  readonly from: Bytes;
  readonly to: Bytes;
  readonly input: Bytes;
  /** Of the frame, without what a transaction would owe beforehand. */
  readonly gas: bigint;
  /** False for a question: whatever the code writes is undone. */
  readonly commit: boolean;
}

export type ContractAnswer = Pick<Execution, 'error' | 'reverted' | 'output' | 'logs' | 'gasUsed'>;

/** A call of a contract of the chain itself. */
export interface NativeCall<S extends MachineState> {
  readonly input: Bytes;
  readonly gas: bigint;
  readonly caller: Bytes;
  readonly value: bigint;
  /** It may change nothing: in a static call, and where another contract runs it as its own code. */
  readonly isStatic: boolean;
  readonly state: S;
  readonly block: { readonly height: bigint; readonly time: UnixNanos };
  /**
   * One frame deeper in the same run: storage, warm addresses and transient storage are the run's, and a static call stays
   * one. What it changes is undone with this call's frame.
   */
  readonly callContract: (call: ContractCall) => Promise<ContractAnswer>;
}

export interface NativeResult {
  readonly outcome: 'success' | 'reverted' | 'out of gas';
  readonly gasUsed: bigint;
  /** Returned or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
}

/** A contract without code. What it writes and emits is undone by the machine when its frame does not succeed. */
export interface StatefulPrecompile<S extends MachineState> {
  readonly address: Bytes;
  run(call: NativeCall<S>): Promise<NativeResult>;
}

/** Contracts that come and go with the state. */
export interface NativesInState<S extends MachineState> {
  /** What stands in place of their code. Without it an address is not looked up, so other calls pay nothing. */
  readonly code: Bytes;
  /** The one at an address with that code; undefined runs the code. */
  readonly at: (state: S, address: Bytes) => StatefulPrecompile<S> | undefined;
}

/** What the machines of a chain have in common. */
export interface MachineRules<S extends MachineState> {
  readonly natives: readonly StatefulPrecompile<S>[];
  readonly nativesInState?: NativesInState<S>;
  /** What BLOCKHASH answers; the machine keeps to its window. */
  readonly blockHash: (state: S, number: bigint) => Bytes;
  /** The chain's fork; `HARDFORK` without it. */
  readonly hardfork?: Hardfork;
  /** The limit of code in bytes (EIP-170); `CODE_SIZE_LIMIT` without it. Initcode may have twice as many. */
  readonly codeSizeLimit?: number;
  /** The chain's, for who has to repeat what went wrong. */
  readonly seed?: string;
}

export interface Machine<S extends MachineState> {
  /** The rules that decide which messages are valid. */
  readonly rules: { readonly hardfork: Hardfork; readonly codeSizeLimit: number };
  /** The state that runs read and write. */
  readonly state: S;
  /** Set by whoever caught an error of `execute`: nobody knows what such a machine still holds. */
  broken: boolean;
  /** From here on `state` is this one; `undefined` when there is nothing to run for now. */
  attach(state: S | undefined): void;
  /**
   * Runs a message whose sender's nonce has been increased. `gas` is what it owes beforehand, and `message.gasLimit` must
   * cover it. The execution is there at once when nothing had to be waited for. Throws only what is not the code's own
   * failure; the first AbsentRemote that a run meets is thrown in any case. An `observer` hears of everything while it
   * happens, changes nothing, and may not throw.
   */
  execute(context: BlockContext, message: Message, gas: IntrinsicGas, observer?: Observer): Awaitable<Execution>;
}
