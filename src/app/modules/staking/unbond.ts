/**
 * Takes delegated tokens back from a validator: to withdraw them after the unbonding time, or to move them to another
 * validator at once (SDK x/staking `Unbond`, `Undelegate`, `BeginRedelegation`, `CancelUnbondingDelegation`). The end
 * of the block updates the validator set.
 */
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { type UnixNanos, ZERO_TIME } from '../../../kernel/time.js';
import type { ChangeContext, MessageContext } from '../../sdk/module/message.js';
import type { StateReader } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { type Amount, DECIMAL_ONE, formatDecimal } from '../../types/coins.js';
import { failure, moduleFailure } from '../../types/refusal.js';
import { moveCoins } from '../bank/module_coins.js';
import { addTokens, existingValidator, refuseTooMuchPower } from './delegate.js';
import { sharesFromTokens, tokensFromShares } from './delegation.js';
import { stakingFailure } from './failure.js';
import { isRemovable } from './operator.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import { afterDelegationChanges, afterValidatorRemoved, beforeDelegationChanges } from './rewards/hooks.js';
import {
  markPowersChanged,
  readDelegation,
  readRedelegation,
  readStakingParams,
  readUnbondingDelegation,
  readValidator,
  receivesRedelegation,
  removeValidator,
  takeUnbondingId,
  writeDelegation,
  writeRedelegation,
  writeUnbondingDelegation,
  writeValidator,
} from './store.js';
import { queueRedelegation, queueUnbonding } from './unbonding_queues.js';
import type { BondStatus } from './validator.js';

/** Returns the shares that a delegator must give for tokens (SDK `ValidateUnbondAmount`). Throws TxFailure. */
export function sharesToUnbond(state: StateReader, delegator: Bytes, operator: Bytes, tokens: bigint): bigint {
  const validator = existingValidator(state, operator);
  const delegation = readDelegation(state, delegator, operator);
  if (delegation === undefined) throw stakingFailure('noDelegation');
  if (validator.tokens === 0n) throw stakingFailure('insufficientShares');
  const shares = sharesFromTokens(validator, tokens);
  if (shares > delegation.shares) throw failure('invalidRequest', 'invalid shares amount: invalid request');
  return shares;
}

/**
 * Removes shares of a delegator, and returns the tokens that they were worth. A validator whose operator then has less
 * of it than it promised is jailed. One that is unbonded and has no shares left is deleted. Throws TxFailure.
 */
export function unbond(context: ChangeContext, delegator: Bytes, operator: Bytes, shares: bigint): bigint {
  const { state } = context;
  const delegation = readDelegation(state, delegator, operator);
  if (delegation === undefined) throw stakingFailure('noDelegator');
  beforeDelegationChanges(context, delegator, operator);
  if (delegation.shares < shares) throw stakingFailure('notEnoughShares', formatDecimal(delegation.shares));
  const validator = existingValidator(state, operator);
  const left = delegation.shares - shares;
  writeDelegation(state, delegator, operator, { ...delegation, shares: left });
  if (left > 0n) afterDelegationChanges(context, delegator, operator);
  const breaksPromise =
    equalBytes(delegator, operator) && worth(tokensFromShares(validator, left)) < validator.minSelfDelegation;
  const remaining = validator.shares - shares;
  const amount = remaining === 0n ? validator.tokens : worth(tokensFromShares(validator, shares));
  const jailed = validator.jailed || breaksPromise;
  const changed = { ...validator, jailed, tokens: validator.tokens - amount, shares: remaining };
  if (validator.status === 'unbonded' && isRemovable({ operator, validator: changed })) {
    removeValidator(state, { operator, validator });
    afterValidatorRemoved(context, operator);
  } else writeValidator(state, { operator, validator: changed });
  markPowersChanged(state);
  return amount;
}

/** Rounds a decimal of tokens down. */
const worth = (tokens: bigint): bigint => tokens / DECIMAL_ONE;

/** Begins to withdraw shares. Returns the tokens, and when the delegator gets them. Throws TxFailure. */
export function undelegate(context: MessageContext, delegator: Bytes, operator: Bytes, shares: bigint) {
  const { state, block, params } = context;
  const validator = existingValidator(state, operator);
  const { maxEntries, unbondingTime, bondDenom: denom } = readStakingParams(state);
  const before = readUnbondingDelegation(state, delegator, operator)?.entries ?? [];
  if (before.length >= maxEntries) throw stakingFailure('maxUnbondingEntries');
  const amount = unbond(context, delegator, operator, shares);
  moveBetweenPools(context, validator.status, 'unbonding', { denom, amount });
  const completionTime = block.time + unbondingTime;
  const unbondingId = takeUnbondingId(state);
  const same = before.find((entry) => entry.creationHeight === block.height && entry.completionTime === completionTime);
  const entries =
    same === undefined
      ? [...before, newEntry(block.height, completionTime, amount, unbondingId)]
      : before.map((entry) =>
          entry === same
            ? { ...entry, balance: entry.balance + amount, initialBalance: entry.initialBalance + amount }
            : entry,
        );
  const owner = { delegator: bech32Address(delegator, params.bech32Prefix), validator: validator.operator };
  writeUnbondingDelegation(state, delegator, operator, { ...owner, entries });
  queueUnbonding(state, owner, completionTime);
  return { amount, completionTime };
}

const newEntry = (creationHeight: bigint, completionTime: UnixNanos, amount: bigint, unbondingId: bigint) => ({
  creationHeight,
  completionTime,
  initialBalance: amount,
  balance: amount,
  unbondingId,
  unbondingOnHoldRefCount: 0n,
});

/**
 * Moves shares from one validator to another. Returns the time until which they still answer for the first one: it is
 * Go's zero time when that one is unbonded. Throws TxFailure.
 */
export function beginRedelegation(
  context: MessageContext,
  delegator: Bytes,
  source: Bytes,
  destination: Bytes,
  shares: bigint,
): UnixNanos {
  const { state, params } = context;
  if (equalBytes(source, destination)) throw stakingFailure('selfRedelegation');
  const target = readValidator(state, destination);
  if (target === undefined) throw stakingFailure('badDestination');
  const { status } = existingValidator(state, source);
  if (receivesRedelegation(state, delegator, source)) throw stakingFailure('transitiveRedelegation');
  const before = readRedelegation(state, delegator, source, destination)?.entries ?? [];
  const { maxEntries, bondDenom: denom } = readStakingParams(state);
  if (before.length >= maxEntries) throw stakingFailure('maxRedelegationEntries');
  const amount = unbond(context, delegator, source, shares);
  if (amount === 0n) throw stakingFailure('tinyRedelegation');
  beforeDelegationChanges(context, delegator, destination);
  moveBetweenPools(context, status, target.status, { denom, amount });
  const sharesDst = addTokens(context, delegator, { operator: destination, validator: target }, amount);
  const { completionTime, creationHeight } = beginOf(context, source);
  if (status === 'unbonded') return completionTime;
  const unbondingId = takeUnbondingId(state);
  const owner = {
    delegator: bech32Address(delegator, params.bech32Prefix),
    source: existingValidator(state, source).operator,
    destination: target.operator,
  };
  const { balance: _, ...entry } = newEntry(creationHeight, completionTime, amount, unbondingId);
  writeRedelegation(state, [delegator, source, destination], {
    ...owner,
    entries: [...before, { ...entry, sharesDst }],
  });
  queueRedelegation(state, owner, completionTime);
  return completionTime;
}

/** Moves tokens to the pool of the status that they get. */
function moveBetweenPools(context: MessageContext, from: BondStatus, to: BondStatus, coin: Amount): void {
  if ((from === 'bonded') === (to === 'bonded')) return;
  const pools =
    from === 'bonded' ? ([BONDED_POOL, NOT_BONDED_POOL] as const) : ([NOT_BONDED_POOL, BONDED_POOL] as const);
  context.emit(...moveCoins(context.state, ...pools, coin));
}

/** Returns since when and until when tokens answer for a validator that they leave (SDK `getBeginInfo`). */
function beginOf({ state, block }: MessageContext, operator: Bytes) {
  const { status, unbondingTime, unbondingHeight } = existingValidator(state, operator);
  if (status === 'bonded')
    return { completionTime: block.time + readStakingParams(state).unbondingTime, creationHeight: block.height };
  if (status === 'unbonding') return { completionTime: unbondingTime, creationHeight: unbondingHeight };
  return { completionTime: ZERO_TIME, creationHeight: 0n };
}

/** Delegates tokens again that are being withdrawn since `creationHeight`. Throws TxFailure. */
export function cancelUnbonding(
  context: MessageContext,
  delegator: Bytes,
  operator: Bytes,
  amount: bigint,
  creationHeight: bigint,
): void {
  const { state, block, params } = context;
  const validator = existingValidator(state, operator);
  if (validator.tokens === 0n && validator.shares > 0n) throw stakingFailure('worthlessShares');
  if (validator.jailed) throw stakingFailure('validatorJailed');
  const found = readUnbondingDelegation(state, delegator, operator);
  if (found === undefined) {
    const owner = bech32Address(delegator, params.bech32Prefix);
    const text = `unbonding delegation with delegator ${owner} not found for validator ${validator.operator}`;
    throw moduleFailure('undefined', 1, `rpc error: code = NotFound desc = ${text}`);
  }
  const chosen = found.entries.find((entry) => entry.creationHeight === creationHeight);
  if (chosen === undefined)
    throw failure('notFound', `unbonding delegation entry is not found at block height ${creationHeight}: not found`);
  if (chosen.balance < amount)
    throw failure('invalidRequest', 'amount is greater than the unbonding delegation entry balance: invalid request');
  if (chosen.completionTime < block.time)
    throw failure('invalidRequest', 'unbonding delegation is already processed: invalid request');
  refuseTooMuchPower(state, amount);
  beforeDelegationChanges(context, delegator, operator);
  moveBetweenPools(context, 'unbonding', validator.status, { denom: readStakingParams(state).bondDenom, amount });
  addTokens(context, delegator, { operator, validator }, amount);
  const balance = chosen.balance - amount;
  const entries = found.entries.flatMap((entry) => {
    if (entry !== chosen) return [entry];
    return balance === 0n ? [] : [{ ...entry, balance, initialBalance: entry.initialBalance - amount }];
  });
  writeUnbondingDelegation(state, delegator, operator, { ...found, entries });
}
