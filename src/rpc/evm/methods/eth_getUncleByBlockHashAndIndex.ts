/** Implements `eth_getUncleByBlockHashAndIndex`. No block has uncles. */
import { BLOCK_2_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { blockHash, index } from '../params/values.js';

export const eth_getUncleByBlockHashAndIndex = evmMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'Returns an uncle of a block: always null.',
  params: [blockHash, index],
  result: 'null',
  handler: (_context, _block, _index) => null,
  example: { params: [BLOCK_2_HASH, '0x0'], result: null },
});
