/** BeginBlock of the fee market: the block's base fee, from what its parent used. */
import type { Event } from '../../abci/application.js';
import { DECIMAL_ONE, formatDecimal } from '../decimal.js';
import { blockEvent } from '../events.js';
import type { WorkingState } from '../state/types.js';
import { nextBaseFee } from './base_fee.js';
import { readBlockGas, readFeeMarketParams, writeFeeMarketParams } from './store.js';

export interface BlockPrice {
  readonly baseFee: bigint;
  readonly events: readonly Event[];
}

export function beginFeeMarketBlock(state: WorkingState, height: bigint, gasLimit: bigint): BlockPrice {
  const params = readFeeMarketParams(state);
  const baseFee = nextBaseFee(params, height, readBlockGas(state), gasLimit);
  if (baseFee > 0n && baseFee !== params.baseFee) writeFeeMarketParams(state, { ...params, baseFee });
  return {
    baseFee,
    events: [
      blockEvent('BeginBlock', 'fee_market', { base_fee: formatDecimal(baseFee * DECIMAL_ONE) }),
      blockEvent('BeginBlock', 'evm_fee_market', { base_fee: baseFee.toString() }),
    ],
  };
}
