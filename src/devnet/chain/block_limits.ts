/**
 * The limits of the mempool by the chain's state: no more than fits into a block of the next height
 * (state/tx_filter.go).
 */
import type { ChainState } from '../../consensus/types/chain_state.js';
import { maxDataBytes } from '../../consensus/types/limits.js';
import type { BlockLimits } from '../../mempool/limits.js';

/** Returns the limits for a block without evidence and with a commit of all validators. */
export function blockLimitsOf({ params, validators }: ChainState, maxGas: bigint): BlockLimits {
  return { maxDataBytes: maxDataBytes(params, 0, validators.validators.length), maxGas };
}

/** Returns whether a block may have changed the limits: the parameters, or the number of validators. */
export const mayDiffer = (before: ChainState, after: ChainState): boolean =>
  before.params.block !== after.params.block ||
  before.params.validator !== after.params.validator ||
  before.validators.validators.length !== after.validators.validators.length;
