/**
 * Implements `debug_traceBlock`. Only the number of the encoded block is used, as in cosmos-evm (evm-json-rpc.md 1.5).
 */
import { CodecError } from '../../../codec/codec_error.js';
import { blockNumberOf } from '../../../codec/ethereum/block.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { BLOCK_2_RLP, TRANSFER_HASH } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { traceConfig } from '../params/trace_config.js';
import { data } from '../params/values.js';
import { traceBlockAnswer } from '../tracing/trace_block.js';

export const debug_traceBlock = evmMethod({
  name: 'debug_traceBlock',
  summary: 'Traces the transactions of the block that has the number of a given RLP-encoded block.',
  params: [data, traceConfig],
  result: 'array of `{txHash, result}` or `{txHash, error}`',
  trustedOnly: true,
  handler: (context, block, config) => traceBlockAnswer(context, { type: 'number', number: numberIn(block) }, config),
  example: {
    params: [BLOCK_2_RLP, { tracer: 'callTracer' }],
    result: [{}, { txHash: TRANSFER_HASH, result: { type: 'CALL' } }],
  },
});

function numberIn(block: Bytes): bigint {
  try {
    return blockNumberOf(block);
  } catch (error) {
    if (error instanceof CodecError) throw refusal(`could not decode block: ${error.message}`);
    throw error;
  }
}
