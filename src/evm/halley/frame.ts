/** Frames as the host knows them: whose they are, and where everything stood when they began. */
import type { Bytes } from '../../kernel/bytes.js';
import type { FrameType } from '../observer.js';

/** Positions of all that a run changes and may take back. */
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
  /** Whose storage and balance it works on; of a creation, what is created. */
  readonly address: Bytes;
  /** The interpreter's number of that account. */
  readonly account: number;
  /** As its code sees them. */
  readonly caller: Bytes;
  readonly value: bigint;
  readonly isStatic: boolean;
  readonly position: Position;
  /** What it was given; told to observers. */
  readonly gas: bigint;
  /** The host entered it by itself, and takes what it answers. */
  readonly isHosts: boolean;
}

/** How a frame of the host ended. */
export interface Ended {
  /** Geth's words; undefined when it succeeded. */
  readonly error: string | undefined;
  /** Returned, deployed or reverted with. */
  readonly output: Bytes;
  readonly gasLeft: bigint;
}

/** Frames lie so deep at most (Yellow Paper 9.4.2: 1024 calls). */
export const MAX_DEPTH = 1_024;
