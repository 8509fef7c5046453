import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { blockHeight } from '../params/numbers.js';
import { blockOfNumber } from '../tracing/trace_block.js';

/** Blocks with one seed (Ethash). */
const EPOCH_BLOCKS = 30_000n;
/** Epochs for which Ethash defines sizes. */
const MAX_EPOCHS = 2048n;

/** No block has a proof of work. The seed follows from the number alone: a hash for each epoch before it. */
export const debug_seedHash = evmMethod({
  name: 'debug_seedHash',
  summary: 'Returns the seed of Ethash for the epoch of a block, by its number as a JSON number.',
  params: [blockHeight],
  result: 'data',
  handler: ({ evm }, number) => {
    blockOfNumber(evm, number);
    const epochs = number / EPOCH_BLOCKS;
    if (epochs >= MAX_EPOCHS)
      throw refusal(`block ${number} has no seed: expected a number below ${MAX_EPOCHS * EPOCH_BLOCKS}`);
    let seed: Uint8Array = new Uint8Array(32);
    for (let epoch = epochs; epoch > 0n; epoch--) seed = keccak256(seed);
    return to0x(seed);
  },
  example: { params: [2], result: `0x${'0'.repeat(64)}` },
});
