/** `eth_gasPrice` (evm-json-rpc.md 6.6): what a legacy transaction should offer. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const eth_gasPrice = evmMethod({
  name: 'eth_gasPrice',
  summary: "Suggested tip on top of the newest base fee, at least the chain's minimum.",
  params: [],
  result: 'quantity',
  handler: ({ evm }) => {
    const price = (evm.block(evm.head())?.baseFeePerGas ?? 0n) + evm.suggestedTip();
    const least = evm.minGasPrice();
    return quantity(price > least ? price : least);
  },
  example: { params: [], result: '0x1e23f39f' },
});
