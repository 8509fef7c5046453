/** What `app_state.staking` says, and what around it must agree. */
import type { InitChainRequest } from '../../../abci/application.js';
import type { GenesisDelegation } from './genesis_entries.js';
import type { StakingParams } from './params.js';
import type { Registered } from './store.js';

export interface StakingGenesis {
  readonly params: StakingParams;
  readonly validators: readonly Registered[];
  readonly delegations: readonly GenesisDelegation[];
  /** Tokens that the derived validators need in the bonded pool. */
  readonly minted: bigint;
}

/** Base denom. */
export interface PoolBalances {
  readonly bonded: bigint;
  readonly notBonded: bigint;
}

export interface StakingSurroundings {
  readonly prefix: string;
  readonly baseDenom: string;
  readonly request: Pick<InitChainRequest, 'validators' | 'time'>;
  /** What `app_state.bank` puts into the pools. */
  readonly pools: PoolBalances;
}
