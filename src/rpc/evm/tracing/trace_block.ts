/** Traces a block, with the errors of geth and cosmos-evm (evm-json-rpc.md 1.5). */

import type { EvmBlock } from '../../../backend/evm/block.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { to0x } from '../../../kernel/hex.js';
import { type RpcError, refusal } from '../../jsonrpc/errors.js';
import type { Streamed } from '../../jsonrpc/streamed.js';
import { checkHistory, heightOf } from '../blocks.js';
import type { EvmContext } from '../context.js';
import type { BlockParam } from '../params/block.js';
import type { TraceConfig } from '../params/trace_config.js';
import { traceAnswer } from './traces.js';

/** Streams the traces of a block. Throws RpcError for a block that does not exist. */
export function traceBlockAnswer(context: EvmContext, block: BlockParam, config: TraceConfig): Streamed {
  const height = knownHeight(context, block);
  return traceAnswer(context, config, async (options) => {
    const outcome = await context.evm.traceBlock(height, options);
    if (outcome === undefined) throw notTraceable();
    return outcome;
  });
}

/** Returns the height of a block. Throws RpcError for a block that does not exist. */
export function knownHeight({ evm }: EvmContext, block: BlockParam): bigint {
  const height = heightOf(evm, block);
  if (height !== undefined) {
    checkHistory(evm, height);
    return height;
  }
  if (block.type === 'hash') throw refusal(`block not found for hash ${to0x(block.hash)}`);
  throw refusal(`block #${block.type === 'number' ? block.number : block.type} not found`);
}

/** Returns a block by its number. Throws RpcError for a block that does not exist. */
export function blockOfNumber(evm: EvmBackend, number: bigint): EvmBlock {
  checkHistory(evm, number);
  const block = number <= evm.head() ? evm.block(number) : undefined;
  if (block === undefined) throw refusal(`block #${number} not found`);
  return block;
}

export const notTraceable = (): RpcError => refusal('genesis is not traceable');
