/** Implements BeginBlock of the fee market: stores the block's base fee, because the next one follows from it. */
import type { Event } from '../../../abci/application.js';
import type { WorkingState } from '../../state/types.js';
import { DECIMAL_ONE, formatDecimal } from '../../types/coins.js';
import { blockEvent } from '../../types/events.js';
import { hasBaseFee } from './base_fee.js';
import { readFeeMarketParams, writeFeeMarketParams } from './store.js';

export function beginFeeMarketBlock(state: WorkingState, height: bigint, baseFee: bigint): readonly Event[] {
  const params = readFeeMarketParams(state);
  if (hasBaseFee(params, height) && baseFee !== params.baseFee) writeFeeMarketParams(state, { ...params, baseFee });
  return [
    blockEvent('BeginBlock', 'fee_market', { base_fee: formatDecimal(baseFee * DECIMAL_ONE) }),
    blockEvent('BeginBlock', 'evm_fee_market', { base_fee: baseFee.toString() }),
  ];
}
