/** Implements `net_version`. The result is decimal, unlike that of `eth_chainId`. */
import { evmMethod } from '../context.js';

export const net_version = evmMethod({
  name: 'net_version',
  summary: 'Returns the chain id as a decimal string.',
  params: [],
  result: 'string',
  handler: ({ evm }) => evm.chainId.toString(),
  example: { params: [], result: '31337' },
});
