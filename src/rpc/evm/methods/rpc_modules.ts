/** Implements `rpc_modules`, which is available no matter which namespaces are enabled. */
import { evmMethod } from '../context.js';

export const rpc_modules = evmMethod({
  name: 'rpc_modules',
  summary: 'Lists the enabled namespaces with their versions.',
  params: [],
  result: 'object',
  handler: ({ namespaces }) => Object.fromEntries(namespaces.map((name) => [name, '1.0'])),
  example: { params: [], result: { eth: '1.0', net: '1.0', rpc: '1.0', web3: '1.0' } },
});
