/** Restores a link that was cut; every node then gossips for the messages it missed. */
import { defineCommand } from '../command.js';
import { setCut, updateConnections } from '../gossip/connections.js';
import { scheduleGossipForAll } from '../gossip/gossip_timer.js';

export interface Connect {
  readonly type: 'connect';
  readonly node: number;
  readonly peer: number;
}

export const command = defineCommand<Connect>({
  type: 'connect',
  apply(core, { node, peer }) {
    if (!setCut(core, node, peer, false)) return;
    updateConnections(core);
    scheduleGossipForAll(core);
  },
  object: ({ node, peer }) => `n${node} n${peer}`,
});
