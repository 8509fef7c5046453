/**
 * Implements EndBlock of the fee market: computes the gas that the block counts for in the next base fee
 * (evm-json-rpc.md 6.2).
 */
import type { Event } from '../../../abci/application.js';
import type { WorkingState } from '../../state/types.js';
import { timesDecimal } from '../../types/coins.js';
import { blockEvent } from '../../types/events.js';
import { readFeeMarketParams, writeBlockGas } from './store.js';

/**
 * Stores the block's gas. `gasWanted` is the sum of the transactions' limits, `gasUsed` of the gas that they were
 * charged.
 */
export function endFeeMarketBlock(state: WorkingState, height: bigint, gasWanted: bigint, gasUsed: bigint): Event[] {
  const wanted = timesDecimal(gasWanted, readFeeMarketParams(state).minGasMultiplier);
  const gas = wanted > gasUsed ? wanted : gasUsed;
  writeBlockGas(state, gas);
  return [blockEvent('EndBlock', 'block_gas', { height: height.toString(), amount: gas.toString() })];
}
