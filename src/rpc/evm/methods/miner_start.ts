/** Refuses `miner_start`, as a node does (evm-json-rpc.md 1.8). */
import { refusal } from '../../jsonrpc/errors.js';
import { optional } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeWhole } from '../params/whole.js';

const UNSUPPORTED = 'unsupported rpc function: miner_start';

export const miner_start = evmMethod({
  name: 'miner_start',
  summary: 'Is not supported: use evm_setAutomine or evm_setIntervalMining.',
  params: [optional('threads', 'number', (value) => decodeWhole(value, 'a number of threads'))],
  result: 'always an error',
  handler: (_context, _threads) => {
    throw refusal(UNSUPPORTED);
  },
  example: { params: [], result: undefined, alone: UNSUPPORTED },
});
