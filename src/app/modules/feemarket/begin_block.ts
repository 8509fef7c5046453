/** BeginBlock of the fee market: the block's base fee, which follows from what its parent used, is remembered. */
import type { Event } from '../../../abci/application.js';
import { DECIMAL_ONE, formatDecimal } from '../../decimal.js';
import { blockEvent } from '../../events.js';
import type { WorkingState } from '../../state/types.js';
import { readFeeMarketParams, writeFeeMarketParams } from './store.js';

export function beginFeeMarketBlock(state: WorkingState, baseFee: bigint): readonly Event[] {
  const params = readFeeMarketParams(state);
  if (baseFee > 0n && baseFee !== params.baseFee) writeFeeMarketParams(state, { ...params, baseFee });
  return [
    blockEvent('BeginBlock', 'fee_market', { base_fee: formatDecimal(baseFee * DECIMAL_ONE) }),
    blockEvent('BeginBlock', 'evm_fee_market', { base_fee: baseFee.toString() }),
  ];
}
