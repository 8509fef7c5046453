/** Implements the methods of `debug` that return RLP (evm-json-rpc.md 1.5). */
import { ethereumOnly } from '../../../backend/evm/block.js';
import { encodeBlock } from '../../../codec/ethereum/block.js';
import { encodeHeader } from '../../../codec/ethereum/header.js';
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_2_HEADER_RLP, BLOCK_2_RLP } from '../../examples.js';
import { evmMethod } from '../context.js';
import { blockHeight } from '../params/numbers.js';
import { blockOfNumber } from '../tracing/trace_block.js';

/** The block has a header and transactions, but no uncles and no withdrawals. */
export const debug_getBlockRlp = evmMethod({
  name: 'debug_getBlockRlp',
  summary: 'Returns the RLP of a block as an Ethereum block, by its number as a JSON number.',
  params: [blockHeight],
  result: 'data',
  handler: ({ evm }, number) => {
    const block = blockOfNumber(evm, number);
    return to0x(encodeBlock(block, ethereumOnly(block.transactions)));
  },
  example: { params: [2], result: BLOCK_2_RLP },
});

/** The Keccak-256 of the RLP differs from the block's hash, which is the hash of the consensus header. */
export const debug_getHeaderRlp = evmMethod({
  name: 'debug_getHeaderRlp',
  summary: 'Returns the RLP of a block’s Ethereum header, by its number as a JSON number.',
  params: [blockHeight],
  result: 'data',
  handler: ({ evm }, number) => to0x(encodeHeader(blockOfNumber(evm, number))),
  example: { params: [2], result: BLOCK_2_HEADER_RLP },
});
