/**
 * Delegates tokens to a validator for shares of it (SDK x/staking `Delegate`). The end of the block updates the
 * validator set.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { StateReader } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { type Amount, DECIMAL_ONE } from '../../types/coins.js';
import { failure, moduleFailure } from '../../types/refusal.js';
import { giveCoins, takeCoins } from '../bank/send_coins.js';
import { sharesFromTokens } from './delegation.js';
import { BONDED_POOL, NOT_BONDED_POOL } from './pools.js';
import {
  markPowersChanged,
  readDelegation,
  readStakingParams,
  readValidator,
  readValidators,
  writeDelegation,
  writeValidator,
} from './store.js';
import { MAX_TOTAL_VOTING_POWER, POWER_REDUCTION, type Validator } from './validator.js';

const NO_VALIDATOR = 3;
const WORTHLESS_SHARES = 26;

/** Delegates tokens and returns the shares that were issued. Throws TxFailure. */
export function delegate(context: MessageContext, delegator: Bytes, operator: Bytes, coin: Amount): bigint {
  const { state, params } = context;
  const validator = readValidator(state, operator);
  if (validator === undefined) throw moduleFailure('staking', NO_VALIDATOR, 'validator does not exist');
  const { bondDenom } = readStakingParams(state);
  if (coin.denom !== bondDenom)
    throw failure(
      'invalidRequest',
      `invalid coin denomination: got ${coin.denom}, expected ${bondDenom}: invalid request`,
    );
  refuseTooMuchPower(state, coin.amount);
  const newShares = issuedShares(validator, coin.amount);
  const pool = validator.status === 'bonded' ? BONDED_POOL : NOT_BONDED_POOL;
  context.emit(takeCoins(context, delegator, [coin]), giveCoins(context, pool.address, [coin]));
  const held = readDelegation(state, delegator, operator)?.shares ?? 0n;
  writeDelegation(state, delegator, operator, {
    delegator: bech32Address(delegator, params.bech32Prefix),
    validator: validator.operator,
    shares: held + newShares,
  });
  const { tokens, shares } = validator;
  writeValidator(state, {
    operator,
    validator: { ...validator, tokens: tokens + coin.amount, shares: shares + newShares },
  });
  markPowersChanged(state);
  return newShares;
}

/**
 * Throws TxFailure when all validators together would have more power than the engine can count, whichever of them are
 * elected.
 */
function refuseTooMuchPower(state: StateReader, added: bigint): void {
  const tokens = readValidators(state).reduce((sum, { validator }) => sum + validator.tokens, added);
  if (tokens / POWER_REDUCTION <= MAX_TOTAL_VOTING_POWER) return;
  throw failure(
    'invalidRequest',
    `the voting power of all validators together would pass ${MAX_TOTAL_VOTING_POWER}, CometBFT's limit: invalid request`,
  );
}

/**
 * Returns the shares for tokens: one a token while there are none. Throws TxFailure for a validator whose shares are
 * worthless.
 */
function issuedShares(validator: Validator, tokens: bigint): bigint {
  if (validator.shares === 0n) return tokens * DECIMAL_ONE;
  if (validator.tokens > 0n) return sharesFromTokens(validator, tokens);
  throw moduleFailure('staking', WORTHLESS_SHARES, 'cannot delegate to validators with invalid (zero) ex-rate');
}
