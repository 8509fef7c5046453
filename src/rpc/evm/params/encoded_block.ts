/** Decodes the parameter of methods that take an RLP-encoded block. Only its number is used. */
import { CodecError } from '../../../codec/codec_error.js';
import { blockNumberOf } from '../../../codec/ethereum/block.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import type { BlockParam } from './block.js';
import { decodeData } from './data.js';

function numberIn(block: Bytes): bigint {
  try {
    return blockNumberOf(block);
  } catch (error) {
    if (error instanceof CodecError) throw refusal(`could not decode block: ${error.message}`);
    throw error;
  }
}

export const encodedBlock: Param<BlockParam> = required('data', 'data', (value) => ({
  type: 'number',
  number: numberIn(decodeData(value)),
}));
