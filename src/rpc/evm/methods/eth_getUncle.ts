/** Implements the methods of uncles. A chain of CometBFT has none. */
import { BLOCK_2_HASH } from '../../examples.js';
import { blockAt, blockOfHash } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { blockHash, index } from '../params/values.js';

export const eth_getUncleByBlockHashAndIndex = evmMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'Returns an uncle of a block: always null.',
  params: [blockHash, index],
  result: 'null',
  handler: (_context, _block, _index) => null,
  example: { params: [BLOCK_2_HASH, '0x0'], result: null },
});

export const eth_getUncleByBlockNumberAndIndex = evmMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'Returns an uncle of a block: always null.',
  params: [blockNumber, index],
  result: 'null',
  handler: ({ evm }, which, _index) => {
    // A node that lacks the block does not know its uncles.
    blockAt(evm, which);
    return null;
  },
  example: { params: ['0x1', '0x0'], result: null },
});

export const eth_getUncleCountByBlockHash = evmMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'Counts the uncles of a block: always zero.',
  params: [blockHash],
  result: 'quantity or null',
  handler: ({ evm }, which) => (blockOfHash(evm, which) === undefined ? null : '0x0'),
  example: { params: [BLOCK_2_HASH], result: '0x0' },
});

export const eth_getUncleCountByBlockNumber = evmMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'Counts the uncles of a block: always zero.',
  params: [blockNumber],
  result: 'quantity or null',
  handler: ({ evm }, which) => (blockAt(evm, which) === undefined ? null : '0x0'),
  example: { params: ['0x1'], result: '0x0' },
});
