/**
 * Implements `miner_setGasPrice` as a stub (evm-json-rpc.md 1.8). A node writes the price to its configuration file for
 * its next start.
 */
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeBig } from '../params/quantity.js';

export const miner_setGasPrice = evmMethod({
  name: 'miner_setGasPrice',
  summary: 'Returns true as a node does, but sets nothing: prices follow from the base fee.',
  params: [required('gasPrice', 'quantity', (value) => decodeBig(value))],
  result: 'true',
  handler: (_context, _gasPrice) => true,
  example: { params: ['0x3b9aca00'], result: true },
});
