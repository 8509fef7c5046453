/** BeginBlock of dev: what was meant for one block alone has been taken by this one. */
import { readNextHeader, writeNextHeader } from '../../sdk/next_header.js';
import type { WorkingState } from '../../state/types.js';

export function beginDevBlock(state: WorkingState): [] {
  const { baseFee, prevRandao, coinbase } = readNextHeader(state);
  if (baseFee !== undefined || prevRandao !== undefined) writeNextHeader(state, { ...(coinbase && { coinbase }) });
  return [];
}
