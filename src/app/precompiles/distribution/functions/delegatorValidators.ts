/** `delegatorValidators` returns the operators that a delegator has stake with, in bech32, ascending by address. */
import { Delegation } from '../../../modules/staking/delegation.js';
import { delegationsPrefix } from '../../../modules/staking/store.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { delegatorOf } from '../../staking/solidity.js';

export const delegatorValidators = precompileFunction(
  'function delegatorValidators(address delegatorAddress) view returns (string[] validators)',
  ([delegator], { state }) => {
    const found = [...state.entries('staking', delegationsPrefix(delegatorOf(delegator)))];
    return [found.map(([, value]) => Delegation.decode(value).validator)];
  },
);
