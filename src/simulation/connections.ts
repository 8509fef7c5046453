/**
 * Which nodes are connected: two that are up, and between which no command has cut the link and no fault severs it. A
 * connection that comes back is a new one: its counters begin at nothing.
 */
import type { UnixNanos } from '../kernel/time.js';
import { severing } from './fault_registry.js';
import type { Connection, Cut } from './link.js';
import { type Machine, nodeAt } from './machine.js';

const cutOf = (a: number, b: number): Cut => (a < b ? { low: a, high: b } : { low: b, high: a });

const isCutBetween =
  ({ low, high }: Cut) =>
  (cut: Cut): boolean =>
    cut.low === low && cut.high === high;

/** Whether a command has cut this very link. */
export const linkIsCut = ({ cuts }: Machine, a: number, b: number): boolean =>
  cuts.length > 0 && cuts.some(isCutBetween(cutOf(a, b)));

/** Nothing gets through until a command ends it. */
export const linkIsSevered = (machine: Machine, from: number, to: number): boolean =>
  linkIsCut(machine, from, to) || severing(machine.faults, from, to) !== undefined;

/** Cuts or restores a link; tells whether that changed anything. */
export function setCut(machine: Machine, a: number, b: number, isCut: boolean): boolean {
  nodeAt(machine, a);
  nodeAt(machine, b);
  if (a === b || linkIsCut(machine, a, b) === isCut) return false;
  const cut = cutOf(a, b);
  machine.cuts = isCut ? [...machine.cuts, cut] : machine.cuts.filter((other) => !isCutBetween(cut)(other));
  return true;
}

const slotOf = ({ nodes }: Machine, a: number, b: number): number =>
  a < b ? a * nodes.length + b : b * nodes.length + a;

/** When the connection began; undefined when there is none. */
export const connectedSince = (machine: Machine, a: number, b: number): UnixNanos | undefined =>
  machine.connections[slotOf(machine, a, b)];

/** Brings the connections in line with what stands between nodes. */
export function updateConnections(machine: Machine): void {
  const { nodes, now } = machine;
  const connections = [...machine.connections];
  for (let low = 0; low < nodes.length; low++)
    for (let high = low + 1; high < nodes.length; high++) {
      const slot = slotOf(machine, low, high);
      const stands = nodeAt(machine, low).up && nodeAt(machine, high).up && !linkIsSevered(machine, low, high);
      if (stands && connections[slot] === undefined) {
        connections[slot] = now;
        machine.traffic.open(low, high, now);
      } else if (!stands) connections[slot] = undefined;
    }
  machine.connections = connections;
}

export function connectionOf(machine: Machine, node: number, peer: number): Connection | undefined {
  const since = connectedSince(machine, node, peer);
  if (since === undefined) return undefined;
  const { traffic, now } = machine;
  return { since, sent: traffic.look(node, peer, now), received: traffic.look(peer, node, now) };
}
