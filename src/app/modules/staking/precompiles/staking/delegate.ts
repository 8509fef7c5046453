/** `delegate` runs what `MsgDelegate` runs, for the caller alone. */
import { bech32Address, checksumAddress } from '../../../../address.js';
import { readAddress } from '../../../../module/addresses.js';
import { failure } from '../../../../module/failure.js';
import { precompileFunction, solidityEvent } from '../../../../module/precompile.js';
import { operatorPrefix } from '../../addresses.js';
import { sharesFromTokens } from '../../delegation.js';
import { MsgDelegate } from '../../messages/MsgDelegate.js';
import { delegatorOf } from '../../solidity.js';
import { readStakingParams, readValidator } from '../../store.js';
import type { Validator } from '../../validator.js';

const DELEGATED = solidityEvent(
  'event Delegate(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 newShares)',
);

export const delegate = precompileFunction(
  'function delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool success)',
  ([delegatorText, validatorAddress, amount], context) => {
    const delegator = delegatorOf(delegatorText);
    const caller = checksumAddress(context.caller);
    if (checksumAddress(delegator) !== caller)
      throw failure(
        'unauthorized',
        `msg.sender address ${caller} does not match the requester address ${checksumAddress(delegator)}`,
      );
    const { state, params } = context;
    MsgDelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: { denom: readStakingParams(state).bondDenom, amount: String(amount) },
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
