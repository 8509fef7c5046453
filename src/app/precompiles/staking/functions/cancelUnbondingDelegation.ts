/** `cancelUnbondingDelegation` runs what `MsgCancelUnbondingDelegation` runs, for the caller alone. */
import { MsgCancelUnbondingDelegation } from '../../../modules/staking/messages/unbonding.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { bondCoin, callingDelegator, hexOperator } from '../solidity.js';

const CANCELED = solidityEvent(
  'event CancelUnbondingDelegation(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 creationHeight)',
);

export const cancelUnbondingDelegation = precompileFunction(
  'function cancelUnbondingDelegation(address delegatorAddress, string validatorAddress, uint256 amount, uint256 creationHeight) returns (bool success)',
  async ([delegatorText, validatorAddress, amount, creationHeight], context) => {
    const delegator = callingDelegator(delegatorText, context);
    await MsgCancelUnbondingDelegation.handle(
      {
        delegatorAddress: bech32Address(delegator, context.params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: bondCoin(context, amount),
        creationHeight: BigInt.asIntN(64, creationHeight as bigint),
      },
      context,
    );
    const operator = hexOperator(validatorAddress, context);
    context.log(CANCELED, [checksumAddress(delegator), operator, amount, creationHeight]);
    return [true];
  },
);
