/**
 * Reports what happens inside a simulated network: the events of every node, its timeouts, and each message as it is
 * sent and delivered. Listeners run after the event in which it happened, so that they see the network between two events.
 * Listening changes nothing, is not part of the network's state, and costs nothing without listeners.
 */
import type { Message } from '../consensus/input.js';
import type { RoundStep } from '../consensus/round_step.js';
import type { UnixNanos } from '../kernel/time.js';
import type { NodeEvent } from './progress.js';

/** Reason why a message was not delivered. */
export type Obstacle =
  /** The fault of that name dropped the message, or partitions the two nodes. */
  | { readonly type: 'fault'; readonly name: string }
  /** A command has cut the link. */
  | { readonly type: 'cut' }
  /** The receiver was down when the message arrived. */
  | { readonly type: 'down' };

interface Passage {
  /** Time on the network's clock. */
  readonly at: UnixNanos;
  readonly from: number;
  readonly to: number;
  readonly message: Message;
}

export type NetworkEvent =
  | { readonly type: 'noted'; readonly at: UnixNanos; readonly note: NodeEvent }
  /**
   * The message will arrive after `delay` nanoseconds. `message` is what is on the wire: a fault may have forged it.
   */
  | ({ readonly type: 'sent'; readonly delay: bigint } & Passage)
  | ({ readonly type: 'dropped'; readonly by: Obstacle } & Passage)
  | ({ readonly type: 'received' } & Passage)
  /**
   * A node's timer will fire at `until` on the network's clock, for this position; its timeout before is replaced. The
   * timer of a height that waits for the command `startHeight` is reported again when the height starts.
   */
  | {
      readonly type: 'scheduled';
      readonly at: UnixNanos;
      readonly node: number;
      readonly height: bigint;
      readonly round: number;
      readonly step: RoundStep;
      readonly until: UnixNanos;
    };

/** Receives the events. It must not throw: the error would reach the code that advances the network. */
export type Listener = (event: NetworkEvent) => void;
