/**
 * Implements `halley_voteExtensions`, a method of Halley only: the extended commit of a block, which no route of the
 * CometBFT RPC has.
 */
import { to0x } from '../../../kernel/hex.js';
import { heightOf } from '../blocks.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';

export const halley_voteExtensions = evmMethod({
  name: 'halley_voteExtensions',
  summary: 'Returns the vote extensions of the precommits that decided a block; null where votes have none.',
  params: [blockNumber],
  result: 'null, or array in the order of the set: validator (address), extension (data; null for an absent vote)',
  handler: ({ evm }, block) => {
    const height = heightOf(evm, block);
    const votes = height === undefined ? undefined : evm.voteExtensions(height);
    return (
      votes?.map(({ validator, extension }) => ({ validator, extension: extension ? to0x(extension) : null })) ?? null
    );
  },
  example: { params: ['latest'], result: null },
});
