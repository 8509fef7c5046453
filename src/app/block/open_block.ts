/**
 * Opens a block: computes what its transactions see, from the parent's state and the header. Delivery, simulated
 * transactions and calls on top of the chain all use it.
 */
import type { BlockContext } from '../../evm/block_context.js';
import type { Bytes } from '../../kernel/bytes.js';
import { evmTimestamp, type UnixNanos } from '../../kernel/time.js';
import type { NextBlock } from '../ante/stateful.js';
import { prevRandaoOf } from '../modules/evm/block_context.js';
import { nextBaseFeeOf } from '../modules/feemarket/base_fee.js';
import { readFeeMarketParams } from '../modules/feemarket/store.js';
import { readBlockRecord } from '../sdk/block_record.js';
import { blockGasLimit, readChainParams } from '../sdk/chain_params.js';
import { readNextHeader } from '../sdk/next_header.js';
import type { StateReader } from '../state/types.js';

export interface OpenBlock extends NextBlock {
  readonly context: BlockContext;
}

/**
 * Opens the block on top of `state` that begins at `time`; `coinbase` is its proposer's operator account. Header values
 * that a dev transaction has set override the computed ones.
 */
export function openBlock(state: StateReader, time: UnixNanos, coinbase: Bytes): OpenBlock {
  const params = readChainParams(state);
  const market = readFeeMarketParams(state);
  const parent = readBlockRecord(state);
  const height = parent.height + 1n;
  const baseFee = nextBaseFeeOf(state);
  const nextHeader = readNextHeader(state);
  const context = {
    evmChainId: params.evmChainId,
    number: height,
    timestamp: evmTimestamp(time),
    coinbase: nextHeader.coinbase ?? coinbase,
    prevRandao: nextHeader.prevRandao ?? prevRandaoOf(parent.hash),
    gasLimit: blockGasLimit(params),
    baseFeePerGas: baseFee,
  };
  return { params, market, height, time, baseFee, context };
}
