/** Implements the namespace `admin`. */
import { evmMethod } from '../context.js';
import { nodeInfoView, peerView } from '../views/node.js';

export const admin_datadir = evmMethod({
  name: 'admin_datadir',
  summary: 'Returns the home folder as an absolute path; empty for a chain that is only in memory.',
  params: [],
  result: 'string',
  trustedOnly: true,
  handler: ({ evm }) => evm.home ?? '',
  example: { params: [], result: '' },
});

/** Implements `admin_nodeInfo`: describes the CometBFT node in geth's form (evm-json-rpc.md 1.9). */
export const admin_nodeInfo = evmMethod({
  name: 'admin_nodeInfo',
  summary: 'Describes the node: its id, its addresses and its chain.',
  params: [],
  result: 'object',
  handler: ({ evm, compat }) => nodeInfoView(evm, compat.clientVersion),
  example: { params: [], result: { name: 'anvil/v1.0.0/halley' } },
});

/** Implements `admin_peers`: describes the other validators that the node is connected to in geth's form. */
export const admin_peers = evmMethod({
  name: 'admin_peers',
  summary: 'Lists the other validators that this node is connected to.',
  params: [],
  result: 'array of objects',
  handler: ({ evm }) => evm.peers().map((peer) => peerView(evm, peer)),
  example: { params: [], result: [{}, {}, {}] },
});
