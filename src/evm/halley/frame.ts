/** Defines frames as the host tracks them: their accounts, and the checkpoints at which they began. */
import type { Bytes } from '../../kernel/bytes.js';
import type { FrameType } from '../observer.js';

/** Holds checkpoints of everything that a run changes and may revert. */
export interface Position {
  readonly state: number;
  readonly logs: number;
  readonly warm: number;
  readonly created: number;
  readonly destroyed: number;
  readonly touched: number;
  readonly burned: bigint;
}

export interface Frame {
  readonly type: FrameType;
  readonly depth: number;
  /** Is the account whose storage and balance the frame uses. In a creation it is the created contract. */
  readonly address: Bytes;
  /** Is the interpreter's number of that account. */
  readonly account: number;
  /** Is the caller that the frame's code sees. `value` is the value that it sees. */
  readonly caller: Bytes;
  readonly value: bigint;
  readonly isStatic: boolean;
  readonly position: Position;
  /** Counts the gas that the frame received, for observers. */
  readonly gas: bigint;
  /** Is true when the host itself entered the frame and receives its result. */
  readonly isHosts: boolean;
}

/** Describes how a frame ended. */
export interface Ended {
  /** Holds geth's error text. It is undefined when the frame succeeded. */
  readonly error: string | undefined;
  /** Holds the bytes that the frame returned, deployed or reverted with. */
  readonly output: Bytes;
  readonly gasLeft: bigint;
}

/** Limits the depth of frames (Yellow Paper 9.4.2: 1024 calls). */
export const MAX_DEPTH = 1_024;
