/** Restarts a node with what it had persisted: its own signatures and the state at which it made them. */
import { defineCommand } from '../command.js';
import { changeNode, nodeAt } from '../core.js';
import { updateConnections } from '../gossip/connections.js';
import { scheduleGossipForAll } from '../gossip/gossip_timer.js';
import { startNode } from '../run.js';

export interface Restart {
  readonly type: 'restart';
  readonly node: number;
}

export const command = defineCommand<Restart>({
  type: 'restart',
  apply(core, { node: index }) {
    const node = nodeAt(core, index);
    if (node.up) return;
    changeNode(core, node, { up: true });
    updateConnections(core);
    startNode(core, index);
    scheduleGossipForAll(core);
  },
  object: ({ node }) => `n${node}`,
});
