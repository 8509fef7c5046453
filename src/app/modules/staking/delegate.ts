/**
 * Delegates tokens to a validator for shares of it (SDK x/staking `Delegate`). The end of the block updates the
 * validator set.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { StateReader } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { type Amount, DECIMAL_ONE } from '../../types/coins.js';
import { failure } from '../../types/refusal.js';
import { giveCoins, takeDelegated } from '../bank/send_coins.js';
import { sharesFromTokens } from './delegation.js';
import { stakingFailure } from './failure.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import { afterDelegationChanges, beforeDelegationChanges } from './rewards/hooks.js';
import {
  markPowersChanged,
  type Registered,
  readDelegation,
  readStakingParams,
  readValidator,
  readValidators,
  writeDelegation,
  writeValidator,
} from './store.js';
import { MAX_TOTAL_VOTING_POWER, POWER_REDUCTION, type Validator } from './validator.js';

/** Delegates tokens and returns the shares that were issued. Throws TxFailure. */
export function delegate(context: MessageContext, delegator: Bytes, operator: Bytes, coin: Amount): bigint {
  const { state } = context;
  const validator = existingValidator(state, operator);
  refuseOtherDenom(state, coin);
  refuseTooMuchPower(state, coin.amount);
  const pool = validator.status === 'bonded' ? BONDED_POOL : NOT_BONDED_POOL;
  refuseWorthless(validator);
  beforeDelegationChanges(context, delegator, operator);
  context.emit(takeDelegated(context, delegator, coin), giveCoins(context, pool.address, [coin]));
  return addTokens(context, delegator, { operator, validator }, coin.amount);
}

/** Throws TxFailure for another denom than the bond denom. */
export function refuseOtherDenom(state: StateReader, { denom }: Amount): void {
  const { bondDenom } = readStakingParams(state);
  if (denom === bondDenom) return;
  throw failure('invalidRequest', `invalid coin denomination: got ${denom}, expected ${bondDenom}: invalid request`);
}

/** Returns a validator. Throws TxFailure if it does not exist. */
export function existingValidator(state: StateReader, operator: Bytes): Validator {
  const validator = readValidator(state, operator);
  if (validator === undefined) throw stakingFailure('noValidator');
  return validator;
}

/**
 * Issues shares to a delegator for tokens that the pool already holds, and returns them. `beforeDelegationChanges` must
 * have run. Throws TxFailure if the validator's shares are worthless.
 */
export function addTokens(
  context: MessageContext,
  delegator: Bytes,
  { operator, validator }: Registered,
  added: bigint,
): bigint {
  const { state } = context;
  refuseWorthless(validator);
  const newShares = validator.shares === 0n ? added * DECIMAL_ONE : sharesFromTokens(validator, added);
  const held = readDelegation(state, delegator, operator)?.shares ?? 0n;
  writeDelegation(state, delegator, operator, {
    delegator: bech32Address(delegator, readChainParams(state).bech32Prefix),
    validator: validator.operator,
    shares: held + newShares,
  });
  const { tokens, shares } = validator;
  writeValidator(state, {
    operator,
    validator: { ...validator, tokens: tokens + added, shares: shares + newShares },
  });
  markPowersChanged(state);
  afterDelegationChanges(context, delegator, operator);
  return newShares;
}

function refuseWorthless({ shares, tokens }: Validator): void {
  if (shares > 0n && tokens === 0n) throw stakingFailure('worthlessShares');
}

/**
 * Throws TxFailure when all validators together would have more power than the engine can count, whichever of them are
 * elected.
 */
export function refuseTooMuchPower(state: StateReader, added: bigint): void {
  const tokens = readValidators(state).reduce((sum, { validator }) => sum + validator.tokens, added);
  if (tokens / POWER_REDUCTION <= MAX_TOTAL_VOTING_POWER) return;
  throw failure(
    'invalidRequest',
    `the voting power of all validators together would pass ${MAX_TOTAL_VOTING_POWER}, CometBFT's limit: invalid request`,
  );
}
