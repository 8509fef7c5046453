/**
 * Checks invariants of staking's state at any height (SDK x/staking invariants). The pools hold the tokens of their
 * validators and those of unbonding entries. A validator's shares are those of its delegations. The powers reported to
 * consensus are those of exactly the bonded validators. Coins that are sent to a pool's address are gifts: they stay
 * there and belong to no validator.
 */
import { equalBytes } from '../../../kernel/bytes.js';
import type { ModuleAccount } from '../../sdk/module/module_account.js';
import type { StateReader } from '../../state/types.js';
import { consensusAddressOf } from '../../types/consensus_key.js';
import { balanceOf } from '../bank/store.js';
import { Delegation, UnbondingDelegation } from './delegation.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import {
  DELEGATIONS,
  operatorByConsensusAddress,
  type Registered,
  readLastPowers,
  readStakingParams,
  readValidators,
  UNBONDING_DELEGATIONS,
} from './store.js';

/**
 * Returns the first violation. It is undefined when there is none. Without gifts, a pool's balance must equal the sum
 * of tokens.
 */
export function stakingProblem(state: StateReader, gifts: 'gifts' | 'no gifts' = 'no gifts'): string | undefined {
  const all = readValidators(state);
  const delegations = [...state.entries('staking', DELEGATIONS)].map(([, value]) => Delegation.decode(value));
  return (
    poolProblem(state, BONDED_POOL, sumOf(all, true), gifts) ??
    poolProblem(state, NOT_BONDED_POOL, sumOf(all, false) + withdrawnTokens(state), gifts) ??
    sharesProblem(all, delegations) ??
    lastPowersProblem(state, all) ??
    indexProblem(state, all)
  );
}

function poolProblem(
  state: StateReader,
  { name, address }: ModuleAccount,
  sum: bigint,
  gifts: 'gifts' | 'no gifts',
): string | undefined {
  const balance = balanceOf(state, address, readStakingParams(state).bondDenom);
  return balance === sum || (gifts === 'gifts' && balance > sum)
    ? undefined
    : `${name} has ${balance}, but its validators have ${sum}`;
}

const sumOf = (all: readonly Registered[], bonded: boolean): bigint =>
  all
    .filter(({ validator }) => (validator.status === 'bonded') === bonded)
    .reduce((total, { validator }) => total + validator.tokens, 0n);

/** Returns the tokens that delegators withdraw, which no validator has. */
function withdrawnTokens(state: StateReader): bigint {
  let sum = 0n;
  for (const [, value] of state.entries('staking', UNBONDING_DELEGATIONS))
    for (const { balance } of UnbondingDelegation.decode(value).entries) sum += balance;
  return sum;
}

function sharesProblem(all: readonly Registered[], delegations: readonly Delegation[]): string | undefined {
  const sums = new Map<string, bigint>();
  for (const { validator, shares } of delegations) sums.set(validator, (sums.get(validator) ?? 0n) + shares);
  for (const { validator } of all) {
    const sum = sums.get(validator.operator) ?? 0n;
    if (sum !== validator.shares)
      return `${validator.operator} has ${validator.shares} shares, its delegations have ${sum}`;
    sums.delete(validator.operator);
  }
  const [orphan] = sums.keys();
  return orphan === undefined ? undefined : `a delegation names ${orphan}, which is not a validator`;
}

function lastPowersProblem(state: StateReader, all: readonly Registered[]): string | undefined {
  const bonded = all.filter(({ validator }) => validator.status === 'bonded');
  const last = readLastPowers(state);
  const agree = last.length === bonded.length && last.every(({ operator }, i) => sameOperator(operator, bonded[i]));
  return agree ? undefined : `consensus has ${last.length} validators, but ${bonded.length} are bonded`;
}

const sameOperator = (operator: Uint8Array, entry: Registered | undefined): boolean =>
  entry !== undefined && equalBytes(operator, entry.operator);

function indexProblem(state: StateReader, all: readonly Registered[]): string | undefined {
  for (const { operator, validator } of all) {
    const found = operatorByConsensusAddress(state, consensusAddressOf(validator.pubKey));
    if (found === undefined || !equalBytes(found, operator))
      return `${validator.operator} is not found by its consensus address`;
  }
  return undefined;
}
