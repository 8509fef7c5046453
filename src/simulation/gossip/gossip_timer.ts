/** A node that may lack something looks for it at the next tick: `peer_gossip_sleep` of CometBFT. */
import { type Core, nodeAt } from '../core.js';

/** Nanoseconds between two looks. */
export const GOSSIP_INTERVAL = 100_000_000n;

/** Makes sure that the node looks for what it lacks, not later than `after` from now. */
export function scheduleGossip(core: Core, node: number, after: bigint = GOSSIP_INTERVAL): void {
  if (!nodeAt(core, node).up) return;
  const slot = core.nodes.length + node;
  const time = core.now + after;
  const armed = core.alarms.get(slot);
  if (armed === undefined || armed.time > time) core.alarms.set({ slot, time, serial: core.serial++ });
}

/** After a fault has ended, or a node has come back. */
export function scheduleGossipForAll(core: Core): void {
  for (const { index } of core.nodes) scheduleGossip(core, index, 0n);
}
