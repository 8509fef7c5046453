/** A node stops, and loses what it had not persisted. Nothing happens to one that is down; what it has sent arrives. */
import { defineCommand } from '../command.js';
import { updateConnections } from '../connections.js';
import { changeNode, nodeAt } from '../machine.js';
import { clearTimer } from '../pacing.js';

export interface Crash {
  readonly type: 'crash';
  readonly node: number;
}

export const command = defineCommand<Crash>({
  type: 'crash',
  obey(machine, { node: index }) {
    const node = nodeAt(machine, index);
    if (!node.up) return;
    changeNode(machine, node, { up: false, engine: node.durable });
    updateConnections(machine);
    clearTimer(machine, index);
    machine.alarms.clear(machine.nodes.length + index);
  },
  object: ({ node }) => `n${node}`,
});
