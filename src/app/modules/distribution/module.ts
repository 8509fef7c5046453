/** Defines x/distribution: rewards of validators and delegators, and the community pool. */
import { hasModule, readChainParams } from '../../sdk/chain_params.js';
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader } from '../../state/types.js';
import { addDecCoins, type DecCoins, splitDecCoins, subtractDecCoins } from '../../types/dec_coins.js';
import { balanceOf } from '../bank/store.js';
import { Delegation } from '../staking/delegation.js';
import { currentRatio, rewardsOf } from '../staking/rewards/periods.js';
import {
  COMMISSION,
  CURRENT,
  DISTRIBUTION,
  FEE_POOL,
  HISTORICAL,
  OUTSTANDING,
  SLASHES,
  STARTING,
  validatorKey,
} from '../staking/rewards/store.js';
import { DELEGATIONS, readValidators, sizedPair } from '../staking/store.js';
import { beginDistributionBlock } from './allocation.js';
import { exportDistribution, parseDistributionGenesis, writeDistributionGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const distribution = defineModule({
  name: 'distribution',
  isOptional: true,
  stores: ['distribution'],
  accounts: [DISTRIBUTION],
  genesis: {
    parse: parseDistributionGenesis,
    write: (state, genesis, { request: { initialHeight } }) =>
      writeDistributionGenesis(state, genesis, initialHeight > 1n ? initialHeight : 0n),
    export: exportDistribution,
  },
  messages: MESSAGES,
  queries: QUERIES,
  beginBlock: beginDistributionBlock,
  problem: (state) => (hasModule(readChainParams(state), 'distribution') ? distributionProblem(state) : undefined),
});

/** Height at which no delegation begins. */
const NO_HEIGHT = -1n;
/** Units of 10^-18 by which roundings of commissions and shares may differ. */
const ROUNDING = 1_000n;

/**
 * Returns the first violation of an invariant (SDK x/distribution), or undefined. The module's account has the rewards and
 * the community pool. The records of periods are referenced as often as they count. What delegators and the operator of a
 * validator can withdraw is outstanding.
 */
const distributionProblem = (state: StateReader): string | undefined =>
  balanceProblem(state) ?? referencesProblem(state) ?? withdrawalProblem(state);

function balanceProblem(state: StateReader): string | undefined {
  let all: DecCoins = FEE_POOL.read(state).communityPool;
  for (const [, { rewards }] of OUTSTANDING.entries(state)) all = addDecCoins(all, rewards);
  for (const { denom, amount } of splitDecCoins(all).whole) {
    const balance = balanceOf(state, DISTRIBUTION.address, denom);
    if (balance < amount) return `the account of distribution has ${balance}${denom}, but owes ${amount}${denom}`;
  }
  return undefined;
}

function referencesProblem(state: StateReader): string | undefined {
  let counted = 0;
  for (const [, { referenceCount }] of HISTORICAL.entries(state)) counted += referenceCount;
  const needed = [CURRENT, STARTING, SLASHES].reduce((sum, table) => sum + [...table.entries(state)].length, 0);
  return counted === needed ? undefined : `periods count ${counted} references, but there are ${needed}`;
}

function withdrawalProblem(state: StateReader): string | undefined {
  const delegations = Array.from(state.entries('staking', DELEGATIONS), ([key, value]) => {
    const [delegator, operator] = sizedPair(key.slice(1));
    return { delegator, operator: operator.join(), delegation: Delegation.decode(value) };
  });
  for (const registered of readValidators(state)) {
    const key = validatorKey(registered.operator);
    if (!CURRENT.has(state, key)) return `validator ${registered.validator.operator} has no rewards`;
    const ratio = currentRatio(state, registered);
    const owed = delegations
      .filter(({ operator }) => operator === registered.operator.join())
      .map(({ delegator, delegation }) => rewardsOf(state, NO_HEIGHT, delegator, registered, delegation, () => ratio))
      .reduce<DecCoins>(addDecCoins, COMMISSION.read(state, key).commission);
    const short = subtractDecCoins(OUTSTANDING.read(state, key).rewards, owed).find(({ amount }) => amount < -ROUNDING);
    if (short !== undefined)
      return `validator ${registered.validator.operator} owes ${-short.amount} units more than it has`;
  }
  return undefined;
}
