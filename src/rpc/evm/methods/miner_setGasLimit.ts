/** `miner_setGasLimit`: a stub, as on a node (evm-json-rpc.md 1.8): consensus decides. */
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeUint64 } from '../params/quantity.js';

export const miner_setGasLimit = evmMethod({
  name: 'miner_setGasLimit',
  summary: 'Sets nothing and says so: the gas limit is consensus’; evm_setBlockGasLimit changes it.',
  params: [required('gasLimit', 'quantity', (value) => decodeUint64(value))],
  result: 'false',
  handler: (_context, _gasLimit) => false,
  example: { params: ['0x1c9c380'], result: false },
});
