/** `delegate` runs what `MsgDelegate` runs, for the caller alone. */
import { operatorPrefix } from '../../../modules/staking/addresses.js';
import { sharesFromTokens } from '../../../modules/staking/delegation.js';
import { MsgDelegate } from '../../../modules/staking/messages/MsgDelegate.js';
import { readValidator } from '../../../modules/staking/store.js';
import type { Validator } from '../../../modules/staking/validator.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress, readAddress } from '../../../types/address.js';
import { bondCoin, callingDelegator } from '../solidity.js';

const DELEGATED = solidityEvent(
  'event Delegate(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 newShares)',
);

export const delegate = precompileFunction(
  'function delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool success)',
  ([delegatorText, validatorAddress, amount], context) => {
    const delegator = callingDelegator(delegatorText, context);
    const { state, params } = context;
    MsgDelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: bondCoin(context, amount),
      },
      context,
    );
    const operator = readAddress('validator address', String(validatorAddress), operatorPrefix(params.bech32Prefix));
    const validator = readValidator(state, operator) as Validator;
    const newShares = sharesFromTokens(validator, amount as bigint);
    context.log(DELEGATED, [checksumAddress(delegator), checksumAddress(operator), amount, newShares]);
    return [true];
  },
);
