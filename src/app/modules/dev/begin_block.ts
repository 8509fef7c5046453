/** BeginBlock of dev: what was meant for one block alone has been taken by this one. */
import type { WorkingState } from '../../state/types.js';
import { readNextHeader, writeNextHeader } from './store.js';

export function beginDevBlock(state: WorkingState): [] {
  const { baseFee, prevRandao, coinbase } = readNextHeader(state);
  if (baseFee !== undefined || prevRandao !== undefined) writeNextHeader(state, { ...(coinbase && { coinbase }) });
  return [];
}
