/** `eth_protocolVersion`: 65, the last version that had a number of its own. */
import { evmMethod } from '../context.js';

export const eth_protocolVersion = evmMethod({
  name: 'eth_protocolVersion',
  summary: 'The Ethereum wire protocol version.',
  params: [],
  result: 'quantity',
  handler: () => '0x41',
  example: { params: [], result: '0x41' },
});
