/**
 * Implements `debug_getHeaderRlp` (evm-json-rpc.md 1.5). The Keccak-256 of the RLP differs from the block's hash, which
 * is the hash of the consensus header.
 */
import { encodeHeader } from '../../../codec/ethereum/header.js';
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_2_HEADER_RLP } from '../../examples.js';
import { evmMethod } from '../context.js';
import { blockHeight } from '../params/range.js';
import { blockOfNumber } from '../tracing/trace_block.js';

export const debug_getHeaderRlp = evmMethod({
  name: 'debug_getHeaderRlp',
  summary: 'Returns the RLP of a block’s Ethereum header, by its number as a JSON number.',
  params: [blockHeight],
  result: 'data',
  handler: ({ evm }, number) => to0x(encodeHeader(blockOfNumber(evm, number))),
  example: { params: [2], result: BLOCK_2_HEADER_RLP },
});
