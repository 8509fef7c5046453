/** `miner_setExtra`: refused, as on a node (evm-json-rpc.md 1.8). */
import { refusal } from '../../jsonrpc/errors.js';
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeString } from '../params/go_json.js';

const UNSUPPORTED = 'unsupported rpc function: miner_setExtra';

export const miner_setExtra = evmMethod({
  name: 'miner_setExtra',
  summary: 'Would set the extra data of blocks, which have none.',
  params: [required('extra', 'string', (value) => decodeString(value))],
  result: 'never answers',
  handler: (_context, _extra) => {
    throw refusal(UNSUPPORTED);
  },
  example: { params: ['halley'], result: undefined, alone: UNSUPPORTED },
});
