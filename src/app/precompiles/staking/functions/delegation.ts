/** `delegation` returns the shares that a delegator has of a validator, and what they are worth. */
import { tokensFromShares } from '../../../modules/staking/delegation.js';
import { operatorNamed } from '../../../modules/staking/party.js';
import { readDelegation, readStakingParams, readValidator } from '../../../modules/staking/store.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { DECIMAL_ONE } from '../../../types/coins.js';
import { COIN, delegatorOf } from '../solidity.js';

export const delegation = precompileFunction(
  [
    COIN,
    'function delegation(address delegatorAddress, string validatorAddress) view returns (uint256 shares, Coin balance)',
  ],
  ([delegator, validatorAddress], { state, params }) => {
    const owner = delegatorOf(delegator);
    const operator = operatorNamed(String(validatorAddress), params.bech32Prefix);
    const held = readDelegation(state, owner, operator);
    const validator = held && readValidator(state, operator);
    const denom = readStakingParams(state).bondDenom;
    if (held === undefined || validator === undefined) return [0n, { denom, amount: 0n }];
    return [held.shares, { denom, amount: tokensFromShares(validator, held.shares) / DECIMAL_ONE }];
  },
);
