/**
 * Distributes rewards to delegators by F1 (SDK x/distribution). A validator's rewards are summed in periods, which end
 * whenever its stake changes. The record of a period has the rewards of one token up to its end, so a delegation's
 * rewards are its stake times the difference of two records. Each slash between them divides the calculation.
 */
import type { Bytes } from '../../../../kernel/bytes.js';
import { invariant } from '../../../../kernel/errors.js';
import { toHex } from '../../../../kernel/hex.js';
import type { ChangeContext } from '../../../sdk/module/message.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { type Amount, coinsOf, coinsText, DECIMAL_ONE } from '../../../types/coins.js';
import {
  addDecCoins,
  type DecCoins,
  divideDecCoinsDown,
  lesserDecCoins,
  multiplyDecCoinsDown,
  NO_DEC_COINS,
  splitDecCoins,
  takeDecCoins,
} from '../../../types/dec_coins.js';
import { event } from '../../../types/events.js';
import { sendCoins } from '../../bank/send_coins.js';
import { type Delegation, tokensFromShares } from '../delegation.js';
import { type Registered, readDelegation, readValidator } from '../store.js';
import type { Validator } from '../validator.js';
import { distributionFailure } from './failure.js';
import {
  addToCommunityPool,
  COMMISSION,
  CURRENT,
  DISTRIBUTION,
  HISTORICAL,
  OUTSTANDING,
  periodKey,
  SLASHES,
  STARTING,
  startingKey,
  validatorKey,
  withdrawAddress,
} from './store.js';

/** Begins the records of a validator: period 0 has ended, and period 1 is current. */
export function initializeValidator(state: WorkingState, operator: Bytes): void {
  HISTORICAL.write(state, { cumulativeRewardRatio: NO_DEC_COINS, referenceCount: 1 }, periodKey(operator, 0n));
  CURRENT.write(state, { rewards: NO_DEC_COINS, period: 1n }, validatorKey(operator));
  COMMISSION.write(state, { commission: NO_DEC_COINS }, validatorKey(operator));
  OUTSTANDING.write(state, { rewards: NO_DEC_COINS }, validatorKey(operator));
}

/**
 * Ends the current period and returns its number (SDK `IncrementValidatorPeriod`). Without tokens its rewards go to the
 * community pool.
 */
export function endPeriod(state: WorkingState, { operator, validator }: Registered): bigint {
  const key = validatorKey(operator);
  const { rewards, period } = CURRENT.read(state, key);
  if (validator.tokens === 0n) {
    const outstanding = OUTSTANDING.read(state, key).rewards;
    addToCommunityPool(state, rewards);
    OUTSTANDING.write(state, { rewards: takeDecCoins(outstanding, rewards) }, key);
  }
  const cumulativeRewardRatio = ratioAfter(state, { operator, validator }, rewards, period);
  release(state, operator, period - 1n);
  HISTORICAL.write(state, { cumulativeRewardRatio, referenceCount: 1 }, periodKey(operator, period));
  CURRENT.write(state, { rewards: NO_DEC_COINS, period: period + 1n }, key);
  return period;
}

/** Returns the rewards of one token up to now, as if the current period ended. */
export function currentRatio(state: StateReader, registered: Registered): DecCoins {
  const { rewards, period } = CURRENT.read(state, validatorKey(registered.operator));
  return ratioAfter(state, registered, rewards, period);
}

function ratioAfter(state: StateReader, { operator, validator }: Registered, rewards: DecCoins, period: bigint) {
  const { tokens } = validator;
  const added = tokens === 0n ? NO_DEC_COINS : divideDecCoinsDown(rewards, tokens);
  return addDecCoins(ratioOf(state, operator, period - 1n), added);
}

const ratioOf = (state: StateReader, operator: Bytes, period: bigint): DecCoins =>
  HISTORICAL.read(state, periodKey(operator, period)).cumulativeRewardRatio;

/** Adds a reference to the record of a period. */
export function retain(state: WorkingState, operator: Bytes, period: bigint): void {
  const key = periodKey(operator, period);
  const record = HISTORICAL.read(state, key);
  HISTORICAL.write(state, { ...record, referenceCount: record.referenceCount + 1 }, key);
}

/** Removes a reference to the record of a period, and with the last one the record. */
function release(state: WorkingState, operator: Bytes, period: bigint): void {
  const key = periodKey(operator, period);
  const record = HISTORICAL.read(state, key);
  invariant(record.referenceCount > 0, `period ${period} of validator ${toHex(operator)} has no references`);
  if (record.referenceCount === 1) HISTORICAL.delete(state, key);
  else HISTORICAL.write(state, { ...record, referenceCount: record.referenceCount - 1 }, key);
}

/** Begins the rewards of a delegation after the period that has just ended (SDK `initializeDelegation`). */
export function beginRewards(state: WorkingState, height: bigint, delegator: Bytes, operator: Bytes): void {
  const previousPeriod = CURRENT.read(state, validatorKey(operator)).period - 1n;
  retain(state, operator, previousPeriod);
  const validator = readValidator(state, operator);
  const delegation = readDelegation(state, delegator, operator);
  invariant(validator !== undefined && delegation !== undefined, 'a delegation whose rewards begin does not exist');
  const stake = truncatedTokens(validator, delegation.shares);
  STARTING.write(state, { previousPeriod, stake, height }, startingKey(operator, delegator));
}

/** Returns what shares are worth, as a decimal, rounded down (SDK `TokensFromSharesTruncated`). */
const truncatedTokens = ({ tokens, shares: all }: Validator, shares: bigint): bigint =>
  all === 0n ? 0n : (shares * tokens * DECIMAL_ONE) / all;

/**
 * Returns the rewards of a delegation up to a period that has ended, or ends (SDK `CalculateDelegationRewards`).
 * `ending` returns the rewards of one token up to its end.
 */
export function rewardsOf(
  state: StateReader,
  height: bigint,
  delegator: Bytes,
  { operator, validator }: Registered,
  { shares }: Delegation,
  ending: () => DecCoins,
): DecCoins {
  const info = STARTING.read(state, startingKey(operator, delegator));
  if (info.height === height) return NO_DEC_COINS;
  let [rewards, stake, start] = [NO_DEC_COINS, info.stake, info.previousPeriod];
  for (const [key, { validatorPeriod, fraction }] of SLASHES.entries(state, validatorKey(operator))) {
    if (heightOfSlash(key) < info.height || validatorPeriod <= start) continue;
    rewards = addDecCoins(rewards, earned(state, operator, start, ratioOf(state, operator, validatorPeriod), stake));
    stake = (stake * (DECIMAL_ONE - fraction)) / DECIMAL_ONE;
    start = validatorPeriod;
  }
  // Slashes of single periods may round up by more than one slash of all. The SDK panics where it is more than rounding.
  const worth = tokensFromShares(validator, shares);
  return addDecCoins(rewards, earned(state, operator, start, ending(), stake < worth ? stake : worth));
}

/** Returns the height in the key of a slash, after the address of the validator. */
export const heightOfSlash = (key: Bytes): bigint =>
  new DataView(key.buffer, key.byteOffset, key.byteLength).getBigUint64(1 + (key[0] ?? 0));

function earned(state: StateReader, operator: Bytes, start: bigint, ending: DecCoins, stake: bigint): DecCoins {
  return multiplyDecCoinsDown(takeDecCoins(ending, ratioOf(state, operator, start)), stake);
}

/**
 * Pays a delegator its rewards, and ends them until `beginRewards` (SDK `withdrawDelegationRewards`). Returns the coins.
 * Fractions go to the community pool. Throws TxFailure.
 */
export function withdrawRewards(
  context: ChangeContext,
  delegator: Bytes,
  registered: Registered,
  delegation: Delegation,
): readonly Amount[] {
  const { state, params, block, emit } = context;
  const { operator, validator } = registered;
  const key = startingKey(operator, delegator);
  if (!STARTING.has(state, key)) throw distributionFailure('noDelegationInfo');
  const period = endPeriod(state, registered);
  const owed = rewardsOf(state, block.height, delegator, registered, delegation, () =>
    ratioOf(state, operator, period),
  );
  const outstanding = OUTSTANDING.read(state, validatorKey(operator)).rewards;
  const rewards = lesserDecCoins(owed, outstanding);
  const { whole, rest } = splitDecCoins(rewards);
  if (whole.length > 0) sendCoins(context, DISTRIBUTION.address, withdrawAddress(state, delegator), whole);
  OUTSTANDING.write(state, { rewards: takeDecCoins(outstanding, rewards) }, validatorKey(operator));
  addToCommunityPool(state, rest);
  release(state, operator, STARTING.read(state, key).previousPeriod);
  STARTING.delete(state, key);
  // The SDK shows a coin of amount 0 where nothing is paid.
  const paid = whole.length > 0 ? whole : [{ denom: params.baseDenom, amount: 0n }];
  emit(
    event('withdraw_rewards', {
      amount: coinsText(coinsOf(paid)),
      validator: validator.operator,
      delegator: delegation.delegator,
    }),
  );
  return paid;
}
