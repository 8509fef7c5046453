/** Defines frames as the host tracks them: their accounts, and the checkpoints at which they began. */
import type { Bytes } from '../../kernel/bytes.js';
import type { FrameType } from '../observer.js';

/** Checkpoints of everything that a run changes and may revert. */
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
  /** Account whose storage and balance the frame uses. In a creation it is the created contract. */
  readonly address: Bytes;
  /** Number of that account in the interpreter. */
  readonly account: number;
  /** Caller that the frame's code sees. `value` is the value that it sees. */
  readonly caller: Bytes;
  readonly value: bigint;
  readonly isStatic: boolean;
  readonly position: Position;
  /** Gas that the frame received, for observers. */
  readonly gas: bigint;
  /** Whether the host itself entered the frame and receives its result. */
  readonly isHosts: boolean;
}

/** End of a frame. */
export interface Ended {
  /** geth's error text; `undefined` when the frame succeeded. */
  readonly error: string | undefined;
  /** Bytes that the frame returned, deployed or reverted with. */
  readonly output: Bytes;
  readonly gasLeft: bigint;
}

/** Greatest depth of frames (Yellow Paper 9.4.2: 1024 calls). */
export const MAX_DEPTH = 1_024;
