/** Cuts the link between two nodes. The link carries nothing until `connect` restores it. */
import { defineCommand } from '../command.js';
import { setCut, updateConnections } from '../gossip/connections.js';

export interface Disconnect {
  readonly type: 'disconnect';
  readonly node: number;
  readonly peer: number;
}

export const command = defineCommand<Disconnect>({
  type: 'disconnect',
  apply(core, { node, peer }) {
    if (setCut(core, node, peer, true)) updateConnections(core);
  },
  object: ({ node, peer }) => `n${node} n${peer}`,
});
