/** What `app_state.staking` says, and what around it must agree. */
import type { InitChainRequest } from '../../../abci/application.js';
import { equalBytes } from '../../../kernel/bytes.js';
import type { GenesisDelegation } from './genesis_entries.js';
import type { StakingParams } from './params.js';
import type { LastPower, Registered } from './store.js';
import { powerOf } from './validator.js';

export interface StakingGenesis {
  readonly params: StakingParams;
  readonly validators: readonly Registered[];
  readonly delegations: readonly GenesisDelegation[];
  /** What consensus was last told, in the document of a chain that ran before; otherwise it is what tokens say. */
  readonly lastPowers: readonly LastPower[] | undefined;
  /** Tokens that the derived validators need in the bonded pool. */
  readonly minted: bigint;
}

/** Base denom. */
export interface PoolBalances {
  readonly bonded: bigint;
  readonly notBonded: bigint;
}

export interface StakingGenesisDeps {
  readonly prefix: string;
  readonly baseDenom: string;
  readonly request: Pick<InitChainRequest, 'validators' | 'time'>;
  /** What `app_state.bank` puts into the pools. */
  readonly pools: PoolBalances;
}

/** What consensus begins with for a bonded validator; 0 where an exported document does not say. */
export function genesisPower({ lastPowers }: StakingGenesis, { operator, validator }: Registered): bigint {
  if (lastPowers === undefined) return powerOf(validator);
  return lastPowers.find((last) => equalBytes(last.operator, operator))?.power ?? 0n;
}
