/** Defines how methods debug a transaction: a session has its recorded steps, and a position is the number of a step. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { EvmCallRequest } from './execution.js';
import type { EvmSourceFrame } from './sources.js';

export type EvmBreakpoint =
  | { readonly type: 'line'; readonly file: string; readonly line: number }
  /** Function by name, `transfer` or `Token.transfer`. */
  | { readonly type: 'function'; readonly name: string }
  /** Instruction of any code, or of that of one account. */
  | { readonly type: 'instruction'; readonly pc: number; readonly address: string | undefined }
  /** Last step of each frame that fails. */
  | { readonly type: 'revert' };

export interface EvmDebugMove {
  readonly kind: 'stepIn' | 'next' | 'stepOut' | 'continue';
  readonly granularity: 'line' | 'instruction';
  readonly reverse: boolean;
  readonly breakpoints: readonly EvmBreakpoint[];
}

export interface EvmDebugStop {
  readonly position: number;
  readonly reason: 'step' | 'breakpoint' | 'exception' | 'start' | 'end';
}

export interface EvmDebugVariable {
  readonly name?: string;
  readonly type: string;
  /** Text of the value; empty where only the children have values. */
  readonly value: string;
  readonly children?: readonly EvmDebugVariable[];
}

/** Variable, or what clients list beside variables: a stack item or a slot, which has no type. */
export type EvmDebugItem = Omit<EvmDebugVariable, 'type'> & { readonly type?: string };

/** Frame of a function. What is not certain is absent. */
export interface EvmDebugFrame extends EvmSourceFrame {
  /** Arguments as the call of the account passed them, of its function. */
  readonly arguments: readonly EvmDebugVariable[];
  /** Current values of parameters, where their place on the stack is certain. */
  readonly locals: readonly EvmDebugVariable[];
}

/** Machine before a step, and the functions that led to it. */
export interface EvmDebugView {
  readonly step: number;
  readonly pc: number;
  readonly op: string;
  readonly gas: bigint;
  readonly gasCost: bigint;
  readonly depth: number;
  /** geth's text when the step is known to fail. */
  readonly error: string | undefined;
  /** Account whose storage the code accesses. */
  readonly address: Bytes;
  /** Frames, the innermost first. */
  readonly frames: readonly EvmDebugFrame[];
  /** The top is the last item. */
  readonly stack: readonly bigint[];
  readonly memory: Bytes;
  readonly calldata: Bytes;
  readonly returnData: Bytes;
  /** Slots of `address` that the run has accessed so far, with their current values. */
  readonly storage: readonly { readonly slot: string; readonly value: bigint }[];
  /** State variables by the artifact's layout; empty without one. */
  readonly state: readonly EvmDebugVariable[];
}

/** Type of a value in the methods' answers, where bytes and large numbers are hex. */
type Written<T> = T extends Bytes | bigint
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [Member in keyof T]: Written<T[Member]> }
      : T;

/** Result of `halley_debugView`. */
export type WrittenDebugView = Written<EvmDebugView>;

export interface EvmDebugSource {
  readonly name: string;
  readonly text: string;
  /** Lines with code, ascending, and the gas of each. */
  readonly lines: readonly { readonly line: number; readonly gas: number }[];
}

export interface EvmDebugSession {
  readonly id: string;
  readonly position: number;
  readonly steps: number;
  readonly sources: readonly EvmDebugSource[];
}

export interface EvmDebugging {
  /** Records the run of a mined transaction. Resolves to undefined for one that is not in a block. Throws HalleyError. */
  openDebugSession(hash: Bytes, client: Client): Promise<EvmDebugSession | undefined>;
  /** Records a call on the state of a block. Throws HalleyError. */
  openDebugCall(request: EvmCallRequest, height: bigint, client: Client): Promise<EvmDebugSession>;
  /** Moves from a position. Throws HalleyError `not-found` for an unknown session. */
  debugMove(id: string, position: number, move: EvmDebugMove, client: Client): Promise<EvmDebugStop>;
  /** Runs the transaction again, up to a position. Throws HalleyError as `debugMove` does. */
  debugView(id: string, position: number, client: Client): Promise<EvmDebugView>;
  /** Returns the line with code at which a breakpoint stops, from a line on; undefined where none follows. */
  debugLine(id: string, file: string, line: number): number | undefined;
  /** Returns whether the session was open. */
  closeDebugSession(id: string): boolean;
}
