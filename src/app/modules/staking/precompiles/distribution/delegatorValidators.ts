/** `delegatorValidators` returns the operators that a delegator has stake with, in bech32, ascending by address. */
import { precompileFunction } from '../../../../module/precompile.js';
import { Delegation } from '../../delegation.js';
import { delegatorOf } from '../../solidity.js';
import { delegationsPrefix } from '../../store.js';

export const delegatorValidators = precompileFunction(
  'function delegatorValidators(address delegatorAddress) view returns (string[] validators)',
  ([delegator], { state }) => {
    const found = [...state.entries('staking', delegationsPrefix(delegatorOf(delegator)))];
    return [found.map(([, value]) => Delegation.decode(value).validator)];
  },
);
