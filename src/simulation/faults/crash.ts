/** A node stops, and comes back with what it had persisted: its own signatures and what it knew when it made them. */
import { updateConnections } from '../connections.js';
import { changeNode, type Machine, nodeAt } from '../machine.js';
import { clearTimer } from '../pacing.js';
import { armEverybody } from '../pulls.js';
import { startNode } from '../run.js';

/** Does nothing to a node that is down. Its messages that are on their way arrive. */
export function crash(machine: Machine, index: number): void {
  const node = nodeAt(machine, index);
  if (!node.up) return;
  changeNode(machine, node, { up: false, engine: node.durable });
  updateConnections(machine);
  clearTimer(machine, index);
  machine.alarms.clear(machine.nodes.length + index);
}

/** Does nothing to a node that is up. */
export function restart(machine: Machine, index: number): void {
  const node = nodeAt(machine, index);
  if (node.up) return;
  changeNode(machine, node, { up: true });
  updateConnections(machine);
  startNode(machine, index);
  armEverybody(machine);
}
