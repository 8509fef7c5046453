/** Implements `admin_nodeInfo`: describes the CometBFT node in geth's form (evm-json-rpc.md 1.9). */
import { evmMethod } from '../context.js';
import { nodeInfoView } from '../views/node.js';

export const admin_nodeInfo = evmMethod({
  name: 'admin_nodeInfo',
  summary: 'Describes the node: its id, its addresses and its chain.',
  params: [],
  result: 'object',
  handler: ({ evm, compat }) => nodeInfoView(evm, compat.clientVersion),
  example: { params: [], result: { name: 'anvil/v1.0.0/halley' } },
});
