/**
 * How a block opens: what its transactions see, from the state that its parent left and what its header says. One way,
 * for delivery, for a transaction that is only simulated, and for calls on top of the chain.
 */
import type { BlockContext } from '../../evm/block_context.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type UnixNanos, unixSeconds } from '../../kernel/time.js';
import type { NextBlock } from '../ante/stateful.js';
import { prevRandaoOf } from '../modules/evm/block_context.js';
import { nextBaseFee } from '../modules/feemarket/base_fee.js';
import { readBlockGas, readFeeMarketParams } from '../modules/feemarket/store.js';
import { readBlockRecord } from '../sdk/block_record.js';
import { blockGasLimit, readChainParams } from '../sdk/chain_params.js';
import { readNextHeader } from '../sdk/next_header.js';
import type { StateReader } from '../state/types.js';

export interface OpenBlock extends NextBlock {
  readonly context: BlockContext;
}

/**
 * The block on top of `state`, begun at `time`; `coinbase` is its proposer's operator account. What the dev authority has
 * said of its header counts before what follows by itself.
 */
export function openBlock(state: StateReader, time: UnixNanos, coinbase: Bytes): OpenBlock {
  const params = readChainParams(state);
  const market = readFeeMarketParams(state);
  const parent = readBlockRecord(state);
  const height = parent.height + 1n;
  const baseFee = nextBaseFeeOf(state);
  const told = readNextHeader(state);
  const context = {
    evmChainId: params.evmChainId,
    number: height,
    timestamp: unixSeconds(time),
    coinbase: told.coinbase ?? coinbase,
    prevRandao: told.prevRandao ?? prevRandaoOf(parent.hash),
    gasLimit: blockGasLimit(params),
    baseFeePerGas: baseFee,
  };
  return { params, market, height, time, baseFee, context };
}

/** The base fee of the block that would stand on `state`. */
export function nextBaseFeeOf(state: StateReader): bigint {
  const { baseFee } = readNextHeader(state);
  if (baseFee !== undefined) return baseFee;
  const height = readBlockRecord(state).height + 1n;
  return nextBaseFee(readFeeMarketParams(state), height, readBlockGas(state), blockGasLimit(readChainParams(state)));
}
