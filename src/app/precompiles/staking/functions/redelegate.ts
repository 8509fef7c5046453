/** `redelegate` runs what `MsgBeginRedelegate` runs, for the caller alone. */
import { unixSeconds } from '../../../../kernel/time.js';
import { MsgBeginRedelegate } from '../../../modules/staking/messages/unbonding.js';
import { precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { bondCoin, callingDelegator, hexOperator } from '../solidity.js';

const REDELEGATE = solidityEvent(
  'event Redelegate(address indexed delegatorAddress, address indexed validatorSrcAddress, address indexed validatorDstAddress, uint256 amount, uint256 completionTime)',
);

export const redelegate = precompileFunction(
  'function redelegate(address delegatorAddress, string validatorSrcAddress, string validatorDstAddress, uint256 amount) returns (int64 completionTime)',
  async ([delegatorText, source, destination, amount], context) => {
    const delegator = callingDelegator(delegatorText, context);
    const { completionTime } = await MsgBeginRedelegate.handle(
      {
        delegatorAddress: bech32Address(delegator, context.params.bech32Prefix),
        validatorSrcAddress: String(source),
        validatorDstAddress: String(destination),
        amount: bondCoin(context, amount),
      },
      context,
    );
    const end = unixSeconds(completionTime);
    context.log(REDELEGATE, [
      checksumAddress(delegator),
      hexOperator(source, context),
      hexOperator(destination, context),
      amount,
      // The zero time of a source that is unbonded is negative.
      BigInt.asUintN(256, end),
    ]);
    return [end];
  },
);
