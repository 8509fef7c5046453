/** Implements `halley_record`, a method of Halley only. Clients read a long record by calls with the `next` of the last. */
import { defaulted } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { decodeWhole } from '../params/numbers.js';

const offset = defaulted('offset', 'number or quantity: bytes', 0, (value) => Number(decodeWhole(value, 'an offset')));

export const halley_record = evmMethod({
  name: 'halley_record',
  summary: 'Returns a part of the record of this devnet (halley start --record), from an offset in bytes.',
  params: [offset],
  result:
    'null without a record or behind its end, or object: chain (chain id), text (whole lines), next (offset of the next part), size (bytes so far)',
  trustedOnly: true,
  handler: async ({ evm }, at) => (await evm.readRecord(at)) ?? null,
  example: { params: [0], result: null },
});
