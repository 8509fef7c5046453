/**
 * Stops a node, which loses everything that it had not persisted. A node that is down is left as it is. Messages that
 * it has sent still arrive.
 */
import { defineCommand } from '../command.js';
import { changeNode, nodeAt } from '../core.js';
import { gossipSlot } from '../delivery/alarms.js';
import { updateConnections } from '../gossip/connections.js';
import { clearTimer } from '../heights/height_start.js';

export interface Crash {
  readonly type: 'crash';
  readonly node: number;
}

export const command = defineCommand<Crash>({
  type: 'crash',
  apply(core, { node: index }) {
    const node = nodeAt(core, index);
    if (!node.up) return;
    changeNode(core, node, { up: false, engine: node.durable });
    updateConnections(core);
    clearTimer(core, index);
    core.alarms.clear(gossipSlot(index));
  },
  object: ({ node }) => `n${node}`,
});
