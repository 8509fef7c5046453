/** Implements `eth_chainId` (EIP-695). */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const eth_chainId = evmMethod({
  name: 'eth_chainId',
  summary: 'Returns the EIP-155 chain id.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.chainId),
  example: { params: [], result: '0x7a69' },
});
