/** Clears, at the start of a block, the header values that were set for this block only. */
import { readNextHeader, writeNextHeader } from '../../sdk/next_header.js';
import type { WorkingState } from '../../state/types.js';

export function beginDevBlock(state: WorkingState): [] {
  const { baseFee, prevRandao, coinbase } = readNextHeader(state);
  if (baseFee !== undefined || prevRandao !== undefined) writeNextHeader(state, { coinbase });
  return [];
}
