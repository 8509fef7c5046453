/**
 * What goes on inside a world, for whoever wants to watch it: every note of every node, and every message as it is sent
 * and as it comes. Told after the event in which it happened, so that a listener finds the world between two events.
 * Listening changes nothing, is no part of the world's value, and costs nothing when nobody listens.
 */
import type { Message } from '../consensus/message.js';
import type { UnixNanos } from '../kernel/time.js';
import type { NodeEvent } from './progress.js';

/** What kept a message from its receiver. */
export type Obstacle =
  /** The fault of that name; or, while that fault is in force, no message passes between the two. */
  | { readonly type: 'fault'; readonly name: string }
  /** A command has cut the link. */
  | { readonly type: 'cut' }
  /** The receiver was down when it came. */
  | { readonly type: 'down' };

interface Passage {
  /** The world's clock. */
  readonly at: UnixNanos;
  readonly from: number;
  readonly to: number;
  readonly message: Message;
}

export type NetworkEvent =
  | { readonly type: 'noted'; readonly at: UnixNanos; readonly note: NodeEvent }
  /** It will come after `delay` nanoseconds. `message` is what is on the wire: a fault may have forged it. */
  | ({ readonly type: 'sent'; readonly delay: bigint } & Passage)
  | ({ readonly type: 'dropped'; readonly by: Obstacle } & Passage)
  | ({ readonly type: 'received' } & Passage);

/** Must not throw: the error would reach whoever lets the world go on. */
export type Listener = (event: NetworkEvent) => void;
