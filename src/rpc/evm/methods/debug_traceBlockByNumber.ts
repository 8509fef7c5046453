/** Implements `debug_traceBlockByNumber` (evm-json-rpc.md 1.5, 5.7). */
import { TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { blockNumber } from '../params/block.js';
import { traceConfig } from '../params/trace_config.js';
import { traceBlockAnswer } from '../tracing/trace_block.js';

export const debug_traceBlockByNumber = evmMethod({
  name: 'debug_traceBlockByNumber',
  summary: 'Executes a block again, and traces its Ethereum transactions.',
  params: [blockNumber, traceConfig],
  result: 'array of `{txHash, result}` or `{txHash, error}`',
  trustedOnly: true,
  handler: (context, block, config) => traceBlockAnswer(context, block, config),
  example: {
    params: ['0x2', { tracer: 'callTracer' }],
    result: [{}, { txHash: TRANSFER_HASH, result: { type: 'CALL', value: '0xde0b6b3a7640000' } }],
  },
});
