/** One thing to be done on one chain, because of what another one's state proves. */
import type { Any } from '../codec/cosmos/base.js';
import type { Height } from '../codec/ibc/height.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';

export type TaskKind = 'connection' | 'channel' | 'packet' | 'acknowledgement' | 'timeout';

/** Proofs for one message, all of one height. */
export interface Proven {
  readonly height: Height;
  /** In the order of the task's `proves`. */
  readonly proofs: readonly Bytes[];
  readonly signer: string;
}

export interface Task {
  readonly kind: TaskKind;
  /** Of a task that is found again: the same. */
  readonly name: string;
  /** Where the message goes. */
  readonly on: string;
  /** Whose state is proven. */
  readonly from: string;
  /** By which client. */
  readonly clientId: string;
  /** Keys of `from`'s store. */
  readonly proves: readonly Bytes[];
  /** Whether the header that proves it will do; every one without. */
  readonly provenBy?: (height: bigint, time: UnixNanos) => boolean;
  readonly message: (proven: Proven) => Any;
  /** Of a packet or an acknowledgement: that of the packet, as its sender has it. */
  readonly packet?: { readonly port: string; readonly channel: string; readonly sequence: bigint };
}

/** What one chain's state asks for on others. */
export interface Findings {
  readonly tasks: readonly Task[];
  /** Chains whose next block is needed before a task can be done: what a state has is proven by the header above it. */
  readonly waiting: ReadonlySet<string>;
}
