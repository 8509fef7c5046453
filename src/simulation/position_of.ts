/**
 * Describes the network at an instant: what each node's engine knows, the timers, and the messages on their way. It
 * changes nothing, and is not an input of the network.
 */
import type { Message, Timeout } from '../consensus/input.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Core } from './core.js';
import { timerTime } from './heights/height_start.js';
import type { SimNode } from './sim_node.js';

/** Timeout with the time at which it fires on the network's clock. */
export interface RunningTimer {
  readonly timeout: Timeout;
  readonly until: UnixNanos;
}

/** Message that has not arrived. */
export interface MessageInFlight {
  readonly from: number;
  readonly to: number;
  readonly message: Message;
  /** Time of sending, for a delay of the link alone; with a fault that delays more it is at most now. */
  readonly sent: UnixNanos;
  readonly until: UnixNanos;
}

export interface NetworkPosition {
  readonly now: UnixNanos;
  /** Number of events that have happened. */
  readonly events: number;
  readonly nodes: readonly { readonly node: SimNode; readonly timer: RunningTimer | undefined }[];
  /** Messages in the order in which they arrive. */
  readonly inFlight: readonly MessageInFlight[];
}

export function positionOf(core: Core): NetworkPosition {
  return {
    now: core.now,
    events: core.events,
    nodes: core.nodes.map((node) => ({ node, timer: timerOf(core, node.index) })),
    inFlight: inFlight(core),
  };
}

function timerOf(core: Core, node: number): RunningTimer | undefined {
  const timeout = core.timeouts[node];
  const until = timerTime(core, node);
  return timeout === undefined || until === undefined ? undefined : { timeout, until };
}

function inFlight({ queue, now, options: { linkDelay } }: Core): readonly MessageInFlight[] {
  const messages: MessageInFlight[] = [];
  for (const { time, node, input } of queue.items()) {
    if (input.type !== 'message') continue;
    const sent = time - linkDelay;
    messages.push({ ...input.incoming, to: node, sent: sent < now ? sent : now, until: time });
  }
  return messages;
}
