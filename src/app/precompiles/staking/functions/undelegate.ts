/** `undelegate` runs what `MsgUndelegate` runs, for the caller alone. */
import { unixSeconds } from '../../../../kernel/time.js';
import { MsgUndelegate } from '../../../modules/staking/messages/unbonding.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { bondCoin, callingDelegator, hexOperator } from '../solidity.js';

const UNBOND = solidityEvent(
  'event Unbond(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 completionTime)',
);

export const undelegate = precompileFunction(
  'function undelegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (int64 completionTime)',
  async ([delegatorText, validatorAddress, amount], context) => {
    const delegator = callingDelegator(delegatorText, context);
    const { completionTime } = await MsgUndelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, context.params.bech32Prefix),
        validatorAddress: String(validatorAddress),
        amount: bondCoin(context, amount),
      },
      context,
    );
    const end = unixSeconds(completionTime);
    context.log(UNBOND, [checksumAddress(delegator), hexOperator(validatorAddress, context), amount, end]);
    return [end];
  },
);
