/** Defines a task: a message for one chain that another chain's state proves. */
import type { Any } from '../codec/cosmos/base.js';
import type { Height } from '../codec/ibc/client.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';

export type TaskKind = 'connection' | 'channel' | 'packet' | 'acknowledgement' | 'timeout';

/** Proofs for one message, all of one height. */
export interface Proven {
  readonly height: Height;
  /** Proofs in the order of the task's `proves`. */
  readonly proofs: readonly Bytes[];
  readonly signer: string;
}

export interface Task {
  readonly kind: TaskKind;
  /** Identifies the task. It stays the same when the task is found again. */
  readonly name: string;
  /** Chain that receives the message. */
  readonly on: string;
  /** Chain whose state is proven. */
  readonly from: string;
  /** Client that verifies the proofs. */
  readonly clientId: string;
  /** Keys of `from`'s store that are proven. */
  readonly proves: readonly Bytes[];
  /** Returns whether a header is suitable for the proof. Without it, every header is. */
  readonly provenBy?: (height: bigint, time: UnixNanos) => boolean;
  readonly message: (proven: Proven) => Any;
  /** Identifies the packet on its sender's chain, for tasks of packets, acknowledgements and timeouts. */
  readonly packet?: { readonly port: string; readonly channel: string; readonly sequence: bigint };
}

/** Tasks that the states require. */
export interface Findings {
  readonly tasks: readonly Task[];
  /**
   * Chains whose next block is needed for a task, because the state after a block is proven by the header of the next.
   */
  readonly waiting: ReadonlySet<string>;
}
