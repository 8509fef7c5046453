/** Implements `net_peerCount`. The result is a quantity, as the Ethereum specification requires. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const net_peerCount = evmMethod({
  name: 'net_peerCount',
  summary: 'Counts the other validators that this node is connected to.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.peerCount()),
  example: { params: [], result: '0x3' },
});
