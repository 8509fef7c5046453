/** Refuses `miner_setExtra`, as a node does (evm-json-rpc.md 1.8). */
import { refusal } from '../../jsonrpc/errors.js';
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeString } from '../params/go_json.js';

const UNSUPPORTED = 'unsupported rpc function: miner_setExtra';

export const miner_setExtra = evmMethod({
  name: 'miner_setExtra',
  summary: 'Is not supported: blocks have no extra data.',
  params: [required('extra', 'string', (value) => decodeString(value))],
  result: 'always an error',
  handler: (_context, _extra) => {
    throw refusal(UNSUPPORTED);
  },
  example: { params: ['halley'], result: undefined, alone: UNSUPPORTED },
});
