/**
 * What code sees of the block around it. PREVRANDAO is keccak256 of the parent's hash: it changes with every block,
 * every node agrees on it, and it is known before the block is built, so that a call on top of the chain sees what the
 * next block will. It is no secret: on this chain, randomness is for tests.
 */
import type { BlockContext } from '../../../evm/block_context.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { unixSeconds } from '../../../kernel/time.js';
import { blockGasLimit, readChainParams } from '../../chain_params.js';
import { keepDecoded } from '../../state/kept_values.js';
import type { StateReader } from '../../state/types.js';
import { baseFeeAt } from '../feemarket/base_fee.js';
import { readFeeMarketParams } from '../feemarket/store.js';
import { readBlockRecord } from './block_record.js';

/** `mixHash` of the block whose parent has this hash; made once for each array. */
export const prevRandaoOf: (parentHash: Bytes) => Bytes = keepDecoded(keccak256);

/** The context of the block that left `state`: that of calls at its height. */
export function contextOf(state: StateReader): BlockContext {
  const record = readBlockRecord(state);
  const params = readChainParams(state);
  return {
    evmChainId: params.evmChainId,
    number: record.height,
    timestamp: unixSeconds(record.time),
    coinbase: record.coinbase,
    prevRandao: record.prevRandao ?? prevRandaoOf(record.parentHash),
    gasLimit: blockGasLimit(params),
    baseFeePerGas: baseFeeAt(readFeeMarketParams(state), record.height),
  };
}
