/** `redelegation` returns what a delegator moves from one validator to another. The answer is empty if that is nothing. */
import { operatorAddress } from '../../../modules/staking/party.js';
import { readRedelegation } from '../../../modules/staking/store.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { delegatorOf, REDELEGATION_ENTRY, redelegationInfo } from '../solidity.js';

export const redelegation = precompileFunction(
  [
    REDELEGATION_ENTRY,
    'struct RedelegationOutput { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; RedelegationEntry[] entries; }',
    'function redelegation(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress) view returns (RedelegationOutput redelegation)',
  ],
  ([delegator, source, destination], { state, params: { bech32Prefix } }) => {
    const owner = delegatorOf(delegator);
    const [from, to] = [
      operatorAddress(String(source), bech32Prefix),
      operatorAddress(String(destination), bech32Prefix),
    ];
    return [redelegationInfo(readRedelegation(state, owner, from, to))];
  },
);
