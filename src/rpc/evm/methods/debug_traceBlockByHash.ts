/** Implements `debug_traceBlockByHash` (evm-json-rpc.md 1.5, 5.7). */
import { BLOCK_2_HASH, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { traceConfig } from '../params/trace_config.js';
import { blockHash } from '../params/values.js';
import { traceBlockAnswer } from '../tracing/trace_block.js';

export const debug_traceBlockByHash = evmMethod({
  name: 'debug_traceBlockByHash',
  summary: 'Traces the transactions of a block, given by its consensus header hash.',
  params: [blockHash, traceConfig],
  result: 'array of `{txHash, result}` or `{txHash, error}`',
  trustedOnly: true,
  handler: (context, hash, config) => traceBlockAnswer(context, { type: 'hash', hash }, config),
  example: {
    params: [BLOCK_2_HASH, { tracer: 'callTracer' }],
    result: [{}, { txHash: TRANSFER_HASH, result: { type: 'CALL', value: '0xde0b6b3a7640000' } }],
  },
});
