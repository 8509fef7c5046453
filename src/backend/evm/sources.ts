/** Defines how methods learn where in its Solidity source a run failed. It needs artifacts of the contracts. */
import type { Bytes } from '../../kernel/bytes.js';
import type { StateAt } from './accounts.js';
import type { EvmReceipt } from './block.js';
import type {
  BlockOverrides,
  EvmCallOutcome,
  EvmCallRequest,
  EvmSimulationRequest,
  StateOverrides,
} from './execution.js';

/** Cause of a failure. */
export type EvmFailureKind =
  | 'revert'
  | 'custom error'
  | 'panic'
  | 'invalid opcode'
  | 'out of gas'
  | 'unknown function'
  | 'no receive function'
  | 'not payable'
  | 'wrong calldata'
  | 'library called directly'
  | 'call of an account without code'
  | 'wrong return data'
  | 'precompile'
  | 'code too large'
  /** Any other failure; the message is geth's. */
  | 'halt';

/** Frame of a stack trace. What is not certain is absent. */
export interface EvmSourceFrame {
  /** Contract that runs; `undefined` for code without an artifact. */
  readonly contract?: string;
  /** Account whose code runs. */
  readonly address: Bytes;
  readonly function?: string;
  readonly file?: string;
  /** Line, from 1. */
  readonly line?: number;
  /** Column in characters, from 1. */
  readonly column?: number;
  /** Cause, of the innermost frame. */
  readonly kind?: EvmFailureKind;
  /** Cause in words, of the innermost frame. */
  readonly message?: string;
}

/** Names of a transaction's contracts, functions and events that the artifacts know. */
export interface EvmNames {
  /** Contract that was called or created. */
  readonly contract?: string;
  /** Signature of the function, such as `transfer(address,uint256)`. */
  readonly signature?: string;
  /** Arguments as text, such as `amount: 5`. */
  readonly arguments?: readonly string[];
  /** Events as text, such as `Token.Sent(to: 0x…, amount: 5)`. */
  readonly events: readonly string[];
  /** Custom error of the transaction, such as `Locked(5)`. */
  readonly error?: string;
}

/** Contract of the artifacts. */
export interface EvmContract {
  readonly name: string;
  /** Name of its source; empty where the artifact names none. */
  readonly sourceName: string;
  readonly abi: readonly object[];
}

export interface EvmSources {
  /** Returns whether the sources of any contract are known, so that a failure can be explained. */
  knowsSources(): boolean;
  /** Returns names of a transaction of a block, as far as the artifacts are read; undefined without artifacts. */
  namesOf(receipt: EvmReceipt, height: bigint): EvmNames | undefined;
  /** Resolves to the contract that has a deployed code; undefined where none is known. */
  contractOf(code: Bytes): Promise<EvmContract | undefined>;
  /** Adds contracts: the standard JSON input and output of solc. */
  addSources(input: object, output: object): Promise<void>;
  /**
   * Runs a failed call again. Resolves to its frames, the innermost first; empty when it does not fail with the same
   * data, because the state has changed meanwhile, or no contract is known.
   */
  explainCall(
    request: EvmCallRequest,
    outcome: EvmCallOutcome,
    at: StateAt,
    state?: StateOverrides,
    block?: BlockOverrides,
  ): Promise<readonly EvmSourceFrame[]>;
  /** Runs a simulation again, and returns the frames of each of its calls; none for those that succeed. */
  explainSimulation(
    request: EvmSimulationRequest,
    outcomes: readonly EvmCallOutcome[],
    at: StateAt,
  ): Promise<readonly (readonly EvmSourceFrame[])[]>;
  /** Returns the frames of a failed transaction in a block. */
  explainTransaction(hash: Bytes): Promise<readonly EvmSourceFrame[]>;
  /** Returns which sources ran, in the format of lcov; undefined where the devnet does not count. */
  coverage(): Promise<string | undefined>;
  /** Returns the gas of contracts and functions, in Foundry's form; undefined where the devnet does not record it. */
  gasReport(): Promise<readonly object[] | undefined>;
  /** Forgets the runs that reports have counted. Returns false where the devnet makes no reports. */
  resetReports(): boolean;
}
