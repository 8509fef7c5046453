/** A node that may lack something looks for it at the next tick: `peer_gossip_sleep` of CometBFT. */
import { type Machine, nodeAt } from './machine.js';

/** Nanoseconds between two looks. */
export const GOSSIP_INTERVAL = 100_000_000n;

/** Makes sure that the node looks for what it lacks, not later than `after` from now. */
export function armPull(machine: Machine, node: number, after: bigint = GOSSIP_INTERVAL): void {
  if (!nodeAt(machine, node).up) return;
  const slot = machine.nodes.length + node;
  const time = machine.now + after;
  const armed = machine.alarms.get(slot);
  if (armed === undefined || armed.time > time) machine.alarms.set({ slot, time, serial: machine.serial++ });
}

/** After a fault has ended, or a node has come back. */
export function armEverybody(machine: Machine): void {
  for (const { index } of machine.nodes) armPull(machine, index, 0n);
}
