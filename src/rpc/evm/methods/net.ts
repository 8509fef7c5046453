/** Implements the namespace `net`. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const net_listening = evmMethod({
  name: 'net_listening',
  summary: 'Returns whether the node accepts connections: always true.',
  params: [],
  result: 'boolean',
  handler: () => true,
  example: { params: [], result: true },
});

/** The result is a quantity, as the Ethereum specification requires. */
export const net_peerCount = evmMethod({
  name: 'net_peerCount',
  summary: 'Counts the other validators that this node is connected to.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.peerCount()),
  example: { params: [], result: '0x3' },
});

/** The result is decimal, unlike that of `eth_chainId`. */
export const net_version = evmMethod({
  name: 'net_version',
  summary: 'Returns the chain id as a decimal string.',
  params: [],
  result: 'string',
  handler: ({ evm }) => evm.chainId.toString(),
  example: { params: [], result: '31337' },
});
