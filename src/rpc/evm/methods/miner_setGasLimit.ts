/** Implements `miner_setGasLimit` as a stub, as on a node (evm-json-rpc.md 1.8): consensus decides the gas limit. */
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeUint64 } from '../params/quantity.js';

export const miner_setGasLimit = evmMethod({
  name: 'miner_setGasLimit',
  summary: 'Returns false and sets nothing: consensus decides the gas limit; evm_setBlockGasLimit changes it.',
  params: [required('gasLimit', 'quantity', (value) => decodeUint64(value))],
  result: 'false',
  handler: (_context, _gasLimit) => false,
  example: { params: ['0x1c9c380'], result: false },
});
