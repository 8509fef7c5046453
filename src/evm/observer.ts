/**
 * What a machine tells of a run while it goes on: every operation before it acts, every frame when it is entered and when
 * it is left, every log. The occasions are those of geth's tracing hooks, its words included, so that tracers can be
 * written from their descriptions. Notices come in order, and what they hand out is read only.
 */
import type { EthereumLog } from '../codec/ethereum/log.js';
import type { Bytes } from '../kernel/bytes.js';

export type FrameType = 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT';

/**
 * A frame that begins: also of a precompile, of an account without code, of a call that is refused for its depth or its
 * value, and, for the sake of who gets what, of a self-destruct. An end follows each.
 */
export interface FrameStart {
  readonly type: FrameType;
  /** 0 for the transaction's own. */
  readonly depth: number;
  /** Whose code called: not the caller that a delegate call goes on showing. */
  readonly from: Bytes;
  /** Whose code runs; what is created; who inherits. */
  readonly to: Bytes;
  readonly input: Bytes;
  /** With the stipend; without what the transaction owed beforehand. */
  readonly gas: bigint;
  readonly value: bigint;
}

export interface FrameEnd {
  readonly depth: number;
  /** Returned, deployed or reverted with. */
  readonly output: Bytes;
  readonly gasUsed: bigint;
  /** Geth's words; undefined when the frame succeeded. Its writes are undone by now if it did not. */
  readonly error: string | undefined;
}

/** An operation whose price is known and which has not acted yet. */
export interface Step {
  readonly pc: number;
  readonly op: number;
  /** Before it pays. */
  readonly gas: bigint;
  /** All of it, with what a call hands on; of an operation that cannot be priced, its fixed part. */
  readonly gasCost: bigint;
  /** That of its frame. */
  readonly depth: number;
  /** Whose storage it works on. */
  readonly address: Bytes;
  /** The transaction's counter, with what this operation adds. */
  readonly refund: bigint;
  /** Why it will not act, as far as that is known before; geth's words. */
  readonly error: string | undefined;
  /** Of the last call. */
  readonly returnData: Bytes;
  /** The top is last. A copy. */
  stack(): readonly bigint[];
  /** Before the operation makes it longer. Holds until the notice ends. */
  memory(): Bytes;
  /** What `address` holds in a slot by now, without leading zeros: a machine may keep what it stores until the run ends. */
  storage(slot: Bytes): Bytes;
}

export interface Observer {
  step?(step: Step): void;
  enter?(frame: FrameStart): void;
  exit?(end: FrameEnd): void;
  /** Also of frames that are undone later. */
  log?(log: EthereumLog): void;
  /** Asked after each step: undefined to go on, otherwise what the run waits for before the operation acts. */
  rest?(): Promise<void> | undefined;
}
