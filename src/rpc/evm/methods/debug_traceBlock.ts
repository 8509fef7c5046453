/** Implements the methods that trace the transactions of a block (evm-json-rpc.md 1.5, 5.7). */
import { BLOCK_2_HASH, BLOCK_2_RLP, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { blockNumber, encodedBlock } from '../params/block.js';
import { traceConfig } from '../params/trace_config.js';
import { blockHash } from '../params/values.js';
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
