/** `cosmos.staking.v1beta1.MsgDelegate` delegates coins of the bond denom to a validator. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { formatDecimal, tryParseCoin } from '../../../types/coins.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { operatorPrefix } from '../addresses.js';
import { delegate } from '../delegate.js';

const request = message(
  'cosmos.staking.v1beta1.MsgDelegate',
  { delegatorAddress: string(1), validatorAddress: string(2), amount: embedded(3, Coin) },
  { aminoName: 'cosmos-sdk/MsgDelegate' },
);

export const MsgDelegate = defineMessage({
  message: request,
  response: message('cosmos.staking.v1beta1.MsgDelegateResponse', {}),
  signers: ({ delegatorAddress }, { bech32Prefix }) => [
    readAddress('delegator address', delegatorAddress, bech32Prefix),
  ],
  handle: ({ delegatorAddress, validatorAddress, amount }, context) => {
    const { bech32Prefix } = context.params;
    const operator = readAddress('validator address', validatorAddress, operatorPrefix(bech32Prefix));
    const delegator = readAddress('delegator address', delegatorAddress, bech32Prefix);
    const coin = tryParseCoin(amount);
    if (coin === undefined) throw failure('invalidRequest', 'invalid delegation amount: invalid request');
    const newShares = delegate(context, delegator, operator, coin);
    context.emit(
      event('delegate', {
        validator: validatorAddress,
        delegator: delegatorAddress,
        amount: `${amount.amount}${amount.denom}`,
        new_shares: formatDecimal(newShares),
      }),
    );
    return {};
  },
});
