/** Implements `debug_printBlock` (evm-json-rpc.md 1.5) in the readable layout of a Go node's dump. */
import { evmMethod } from '../context.js';
import { blockHeight } from '../params/range.js';
import { blockOfNumber } from '../tracing/trace_block.js';
import { blockText } from '../views/block_text.js';

export const debug_printBlock = evmMethod({
  name: 'debug_printBlock',
  summary: 'Returns a block as readable text, by its number as a JSON number.',
  params: [blockHeight],
  result: 'string',
  handler: ({ evm }, number) => blockText(blockOfNumber(evm, number)),
  example: { params: [2], result: {} },
});
