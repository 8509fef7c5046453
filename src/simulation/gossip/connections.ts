/**
 * Tracks which nodes are connected: both are up, no command has cut their link, and no fault partitions them. A
 * restored connection is a new one, and its counters start at zero.
 */
import type { UnixNanos } from '../../kernel/time.js';
import { type Core, nodeAt } from '../core.js';
import type { Connection, Cut } from '../delivery/link.js';
import { pairOf } from '../delivery/pair.js';
import { areApart } from '../fault_index.js';

const slotOf = (a: number, b: number): number => (a < b ? pairOf(a, b) : pairOf(b, a));

/** Slots of each list of cut links. A list never changes. */
const slotsOfCuts = new WeakMap<readonly Cut[], ReadonlySet<number>>();

function slotsOf(cuts: readonly Cut[]): ReadonlySet<number> {
  const known = slotsOfCuts.get(cuts);
  if (known !== undefined) return known;
  const slots = new Set(cuts.map(({ low, high }) => pairOf(low, high)));
  slotsOfCuts.set(cuts, slots);
  return slots;
}

/** Returns whether a command has cut exactly this link. */
export const linkIsCut = ({ cuts }: Core, a: number, b: number): boolean =>
  cuts.length > 0 && slotsOf(cuts).has(slotOf(a, b));

/** Returns whether nothing passes until a command restores the link or ends the fault. */
export const linkIsSevered = (core: Core, from: number, to: number): boolean =>
  linkIsCut(core, from, to) || areApart(core.faults, from, to);

/** Cuts or restores a link; returns whether that changed anything. */
export function setCut(core: Core, a: number, b: number, isCut: boolean): boolean {
  nodeAt(core, a);
  nodeAt(core, b);
  if (a === b || linkIsCut(core, a, b) === isCut) return false;
  const [low, high] = a < b ? [a, b] : [b, a];
  const others = core.cuts.filter((cut) => cut.low !== low || cut.high !== high);
  core.cuts = isCut ? [...others, { low, high }] : others;
  return true;
}

/** Returns when the connection began; undefined when the nodes are not connected. No node is connected to itself. */
export const connectedSince = (core: Core, a: number, b: number): UnixNanos | undefined =>
  a === b ? undefined : core.connections[slotOf(a, b)];

/** Updates the connections after a change of nodes, links or faults. */
export function updateConnections(core: Core): void {
  const { nodes, now } = core;
  const connections = [...core.connections];
  for (let low = 0; low < nodes.length; low++)
    for (let high = low + 1; high < nodes.length; high++) {
      const slot = pairOf(low, high);
      const stands = nodeAt(core, low).up && nodeAt(core, high).up && !linkIsSevered(core, low, high);
      if (stands && connections[slot] === undefined) {
        connections[slot] = now;
        core.traffic.open(low, high, now);
      } else if (!stands) connections[slot] = undefined;
    }
  core.connections = connections;
}

export function connectionOf(core: Core, node: number, peer: number): Connection | undefined {
  const since = connectedSince(core, node, peer);
  if (since === undefined) return undefined;
  const { traffic, now } = core;
  return { since, sent: traffic.look(node, peer, now), received: traffic.look(peer, node, now) };
}
