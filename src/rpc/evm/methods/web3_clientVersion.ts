/** `web3_clientVersion`: tools read its head (`anvil`, `HardhatNetwork`) to learn what the node can do. */
import { evmMethod } from '../context.js';

export const web3_clientVersion = evmMethod({
  name: 'web3_clientVersion',
  summary: 'Name and version of the node.',
  params: [],
  result: 'string',
  handler: ({ compat }) => compat.clientVersion,
  example: { params: [], result: 'anvil/v1.0.0/halley' },
});
