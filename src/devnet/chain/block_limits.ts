/** What the mempool takes, by the chain's state: no more than a block of the next height has room for (state/tx_filter.go). */
import type { ChainParams } from '../../app/sdk/chain_params.js';
import type { ChainState } from '../../consensus/types/chain_state.js';
import { maxDataBytes } from '../../consensus/types/limits.js';
import type { BlockLimits } from '../../mempool/limits.js';

/** Without evidence, and with a commit of all validators. Gas is the application's matter. */
export function blockLimitsOf(
  { params, validators }: ChainState,
  { blockMaxGas }: Pick<ChainParams, 'blockMaxGas'>,
): BlockLimits {
  const { maxBytes } = params.block;
  return { maxDataBytes: maxDataBytes(maxBytes, 0, validators.validators.length), maxGas: blockMaxGas };
}

/** Whether a block may have changed the limits: parameters, or the number of those who sign. */
export const mayDiffer = (before: ChainState, after: ChainState): boolean =>
  before.params.block !== after.params.block ||
  before.validators.validators.length !== after.validators.validators.length;
