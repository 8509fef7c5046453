/** Schedules gossip to a node that may lack messages, at the interval of CometBFT's `peer_gossip_sleep`. */
import { type Core, nodeAt } from '../core.js';
import { gossipSlot } from '../delivery/alarms.js';

/** Time between two gossip ticks of a node, in nanoseconds. */
export const GOSSIP_INTERVAL = 100_000_000n;

/** Ensures that gossip to the node runs within `after` nanoseconds. */
export function scheduleGossip(core: Core, node: number, after: bigint = GOSSIP_INTERVAL): void {
  if (!nodeAt(core, node).up) return;
  const slot = gossipSlot(node);
  const time = core.now + after;
  const armed = core.alarms.get(slot);
  if (armed === undefined || armed.time > time) core.alarms.set({ slot, time, serial: core.serial++ });
}

/** Schedules gossip for all nodes at once, after a fault has ended or a node has restarted. */
export function scheduleGossipForAll(core: Core): void {
  for (const { index } of core.nodes) scheduleGossip(core, index, 0n);
}
