/** Defines how other modules follow what happens to validators (SDK `StakingHooks`). */
import type { PubKey } from '../../../abci/application.js';
import type { WorkingState } from '../../state/types.js';

export interface StakingHooks {
  /** Runs when a validator enters the set at `height`, also at genesis. */
  readonly afterValidatorBonded: (state: WorkingState, pubKey: PubKey, height: bigint) => void;
}
