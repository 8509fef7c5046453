/** A node comes back with what it had persisted: its own signatures and what it knew when it made them. */
import { defineCommand } from '../command.js';
import { updateConnections } from '../connections.js';
import { changeNode, nodeAt } from '../machine.js';
import { armEverybody } from '../pulls.js';
import { startNode } from '../run.js';

export interface Restart {
  readonly type: 'restart';
  readonly node: number;
}

export const command = defineCommand<Restart>({
  type: 'restart',
  obey(machine, { node: index }) {
    const node = nodeAt(machine, index);
    if (node.up) return;
    changeNode(machine, node, { up: true });
    updateConnections(machine);
    startNode(machine, index);
    armEverybody(machine);
  },
  object: ({ node }) => `n${node}`,
});
