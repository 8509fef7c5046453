/** `admin_nodeInfo`: the node of the consensus engine, in geth's shape (evm-json-rpc.md 1.9). */
import { evmMethod } from '../context.js';
import { nodeInfoView } from '../views/node.js';

export const admin_nodeInfo = evmMethod({
  name: 'admin_nodeInfo',
  summary: 'The node: its id, where it listens, its chain.',
  params: [],
  result: 'object',
  handler: ({ evm, compat }) => nodeInfoView(evm, compat.clientVersion),
  example: { params: [], result: { name: 'anvil/v1.0.0/halley' } },
});
