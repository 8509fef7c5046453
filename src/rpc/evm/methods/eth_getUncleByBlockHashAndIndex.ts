/** `eth_getUncleByBlockHashAndIndex`: no block has uncles here. */
import { evmMethod } from '../context.js';
import { BLOCK_1_HASH } from '../examples.js';
import { blockHash, index } from '../params/values.js';

export const eth_getUncleByBlockHashAndIndex = evmMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'An uncle of a block: always null.',
  params: [blockHash, index],
  result: 'null',
  handler: (_context, _block, _index) => null,
  example: { params: [BLOCK_1_HASH, '0x0'], result: null },
});
