/**
 * Implements `debug_getBlockRlp` (evm-json-rpc.md 1.5). The block has a header and transactions, but no uncles and no
 * withdrawals.
 */
import { encodeBlock } from '../../../codec/ethereum/block.js';
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_2_RLP } from '../../examples.js';
import { evmMethod } from '../context.js';
import { blockHeight } from '../params/range.js';
import { blockOfNumber } from '../tracing/trace_block.js';

export const debug_getBlockRlp = evmMethod({
  name: 'debug_getBlockRlp',
  summary: 'Returns the RLP of a block as an Ethereum block, by its number as a JSON number.',
  params: [blockHeight],
  result: 'data',
  handler: ({ evm }, number) => {
    const block = blockOfNumber(evm, number);
    return to0x(encodeBlock(block, block.transactions));
  },
  example: { params: [2], result: BLOCK_2_RLP },
});
