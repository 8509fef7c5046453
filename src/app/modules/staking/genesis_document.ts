/** The contents of `app_state.staking`. */
import type { InitChainRequest } from '../../../abci/application.js';
import { equalBytes } from '../../../kernel/bytes.js';
import type { GenesisDelegation, GenesisRedelegation, GenesisUnbonding } from './genesis_entries.js';
import type { StakingParams } from './params.js';
import type { LastPower, Registered } from './store.js';
import { powerOf } from './validator.js';

export interface StakingGenesis {
  readonly params: StakingParams;
  readonly validators: readonly Registered[];
  readonly delegations: readonly GenesisDelegation[];
  readonly unbondings: readonly GenesisUnbonding[];
  readonly redelegations: readonly GenesisRedelegation[];
  /**
   * Powers last reported to consensus, in the document of a chain that ran before. When it is `undefined`, powers
   * follow from tokens.
   */
  readonly lastPowers: readonly LastPower[] | undefined;
  /** Tokens that the derived validators need in the bonded pool. */
  readonly minted: bigint;
}

/** Balances of the pools in the base denom. */
export interface PoolBalances {
  readonly bonded: bigint;
  readonly notBonded: bigint;
}

export interface StakingGenesisDeps {
  readonly prefix: string;
  readonly baseDenom: string;
  readonly request: InitChainRequest;
  /** Balances of the pools in `app_state.bank`. */
  readonly pools: PoolBalances;
}

/** Returns the initial power of a bonded validator. It is 0 where an exported document has none. */
export function genesisPower({ lastPowers }: StakingGenesis, { operator, validator }: Registered): bigint {
  if (lastPowers === undefined) return powerOf(validator);
  return lastPowers.find((last) => equalBytes(last.operator, operator))?.power ?? 0n;
}
