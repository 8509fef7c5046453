/** `unbondingDelegation` returns what a delegator withdraws from a validator. The answer is empty if that is nothing. */
import { unixSeconds } from '../../../../kernel/time.js';
import { operatorNamed } from '../../../modules/staking/party.js';
import { readUnbondingDelegation } from '../../../modules/staking/store.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { delegatorOf } from '../solidity.js';

export const unbondingDelegation = precompileFunction(
  [
    'struct UnbondingDelegationEntry { int64 creationHeight; int64 completionTime; uint256 initialBalance; uint256 balance; uint64 unbondingId; int64 unbondingOnHoldRefCount; }',
    'struct UnbondingDelegationOutput { string delegatorAddress; string validatorAddress; UnbondingDelegationEntry[] entries; }',
    'function unbondingDelegation(address delegatorAddress, string validatorAddress) view returns (UnbondingDelegationOutput unbondingDelegation)',
  ],
  ([delegator, validatorAddress], { state, params }) => {
    const owner = delegatorOf(delegator);
    const found = readUnbondingDelegation(state, owner, operatorNamed(String(validatorAddress), params.bech32Prefix));
    const entries = (found?.entries ?? []).map((entry) => ({
      ...entry,
      completionTime: unixSeconds(entry.completionTime),
    }));
    return [{ delegatorAddress: found?.delegator ?? '', validatorAddress: found?.validator ?? '', entries }];
  },
);
