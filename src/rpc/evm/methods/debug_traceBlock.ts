/**
 * Implements `debug_traceBlock`. Only the number of the encoded block is used, as in cosmos-evm (evm-json-rpc.md 1.5).
 */
import { BLOCK_2_RLP, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { encodedBlock } from '../params/encoded_block.js';
import { traceConfig } from '../params/trace_config.js';
import { traceBlockAnswer } from '../tracing/trace_block.js';

export const debug_traceBlock = evmMethod({
  name: 'debug_traceBlock',
  summary: 'Traces the transactions of the block that has the number of a given RLP-encoded block.',
  params: [encodedBlock, traceConfig],
  result: 'array of `{txHash, result}` or `{txHash, error}`',
  trustedOnly: true,
  handler: (context, block, config) => traceBlockAnswer(context, block, config),
  example: {
    params: [BLOCK_2_RLP, { tracer: 'callTracer' }],
    result: [{}, { txHash: TRANSFER_HASH, result: { type: 'CALL' } }],
  },
});
