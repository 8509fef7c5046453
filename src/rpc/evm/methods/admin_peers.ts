/** Implements `admin_peers`: describes the other validators that the node is connected to in geth's form. */
import { evmMethod } from '../context.js';
import { peerView } from '../views/node.js';

export const admin_peers = evmMethod({
  name: 'admin_peers',
  summary: 'Lists the other validators that this node is connected to.',
  params: [],
  result: 'array of objects',
  handler: ({ evm }) => evm.peers().map((peer) => peerView(evm, peer)),
  example: { params: [], result: [{}, {}, {}] },
});
