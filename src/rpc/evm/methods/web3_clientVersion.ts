/**
 * Implements `web3_clientVersion`. Tools read how it begins (`anvil`, `HardhatNetwork`) to learn what the node can do.
 */
import { evmMethod } from '../context.js';

export const web3_clientVersion = evmMethod({
  name: 'web3_clientVersion',
  summary: 'Returns the name and version of the node.',
  params: [],
  result: 'string',
  handler: ({ compat }) => compat.clientVersion,
  example: { params: [], result: 'anvil/v1.0.0/halley' },
});
