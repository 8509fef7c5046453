/** Implements `eth_maxPriorityFeePerGas` (evm-json-rpc.md 6.6). */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const eth_maxPriorityFeePerGas = evmMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'Returns the suggested tip for each unit of gas, in wei.',
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(evm.suggestedTip()),
  example: { params: [], result: '0x358ab1d' },
});
