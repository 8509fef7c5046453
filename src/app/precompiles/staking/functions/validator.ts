/** `validator` returns one validator, by its operator. The answer is empty if it does not exist. */
import { readValidator } from '../../../modules/staking/store.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { operatorOf, VALIDATOR, validatorInfo } from '../solidity.js';

export const validator = precompileFunction(
  [...VALIDATOR, 'function validator(address validatorAddress) view returns (Validator validator)'],
  ([address], { state }) => {
    const operator = operatorOf(address);
    const found = readValidator(state, operator);
    return [validatorInfo(found && { operator, validator: found })];
  },
);
