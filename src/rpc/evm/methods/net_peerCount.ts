/** `net_peerCount`: a quantity, as the Ethereum specification says. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const net_peerCount = evmMethod({
  name: 'net_peerCount',
  summary: 'Number of the other validators that this node is connected to.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.peerCount()),
  example: { params: [], result: '0x3' },
});
