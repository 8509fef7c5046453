/** `miner_start`: refused, as on a node (evm-json-rpc.md 1.8). */
import { refusal } from '../../jsonrpc/errors.js';
import { optional } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeWhole } from '../params/whole.js';

const UNSUPPORTED = 'unsupported rpc function: miner_start';

export const miner_start = evmMethod({
  name: 'miner_start',
  summary: 'Would begin to mine; evm_setAutomine and evm_setIntervalMining do.',
  params: [optional('threads', 'number', (value) => decodeWhole(value, 'a number of threads'))],
  result: 'never answers',
  handler: (_context, _threads) => {
    throw refusal(UNSUPPORTED);
  },
  example: { params: [], result: undefined, alone: UNSUPPORTED },
});
