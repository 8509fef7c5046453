/** Implements `eth_protocolVersion` with 65, the last version that had a number of its own. */
import { evmMethod } from '../context.js';

export const eth_protocolVersion = evmMethod({
  name: 'eth_protocolVersion',
  summary: 'Returns the version of the Ethereum wire protocol.',
  params: [],
  result: 'quantity',
  handler: () => '0x41',
  example: { params: [], result: '0x41' },
});
