/** Implements `eth_gasPrice`: returns what a legacy transaction should offer. */
import { evmMethod } from '../context.js';
import { suggestedGasPrice } from '../fees/gas_price.js';
import { quantity } from '../quantity.js';

export const eth_gasPrice = evmMethod({
  name: 'eth_gasPrice',
  summary: "Returns the newest base fee plus the suggested tip, at least the chain's minimum gas price, in wei.",
  params: [],
  result: 'quantity',
  handler: ({ evm }) => quantity(suggestedGasPrice(evm)),
  example: { params: [], result: '0x1e1e040c' },
});
