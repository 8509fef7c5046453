/**
 * `cosmos.staking.v1beta1.MsgUndelegate`, `MsgBeginRedelegate` and `MsgCancelUnbondingDelegation` take delegated coins
 * back, move them, and stop taking them back.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, int, string, timestamp } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { formatTime, NANOS_PER_SECOND, type UnixNanos, unixSeconds } from '../../../../kernel/time.js';
import type { ChainParams } from '../../../sdk/chain_params.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { type Amount, tryParseCoin } from '../../../types/coins.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { operatorPrefix } from '../addresses.js';
import { refuseOtherDenom } from '../delegate.js';
import { beginRedelegation, cancelUnbonding, sharesToUnbond, undelegate } from '../unbond.js';

const delegatorIn = (text: string, { bech32Prefix }: ChainParams) =>
  readAddress('delegator address', text, bech32Prefix);
const operatorIn = (what: string, text: string, { bech32Prefix }: ChainParams) =>
  readAddress(what, text, operatorPrefix(bech32Prefix));

/** Reads the coin of a message. Throws TxFailure, which names the coin as the SDK does. */
function coinIn(what: string, amount: Coin): Amount {
  const coin = tryParseCoin(amount);
  if (coin === undefined) throw failure('invalidRequest', `invalid ${what}: invalid request`);
  return coin;
}

/** Formats a time in whole seconds, as Go's `time.RFC3339`. */
const wholeSeconds = (time: UnixNanos): string => formatTime(unixSeconds(time) * NANOS_PER_SECOND);

const delegationFields = { delegatorAddress: string(1), validatorAddress: string(2), amount: embedded(3, Coin) };

export const MsgUndelegate = defineMessage({
  message: message('cosmos.staking.v1beta1.MsgUndelegate', delegationFields, {
    aminoName: 'cosmos-sdk/MsgUndelegate',
  }),
  response: message('cosmos.staking.v1beta1.MsgUndelegateResponse', {
    completionTime: timestamp(1),
    amount: embedded(2, Coin),
  }),
  signers: ({ delegatorAddress }, params) => [delegatorIn(delegatorAddress, params)],
  handle: ({ delegatorAddress, validatorAddress, amount }, context) => {
    const { state, params } = context;
    const operator = operatorIn('validator address', validatorAddress, params);
    const delegator = delegatorIn(delegatorAddress, params);
    const coin = coinIn('shares amount', amount);
    const shares = sharesToUnbond(state, delegator, operator, coin.amount);
    refuseOtherDenom(state, coin);
    const begun = undelegate(context, delegator, operator, shares);
    context.emit(
      event('unbond', {
        validator: validatorAddress,
        delegator: delegatorAddress,
        amount: `${begun.amount}${coin.denom}`,
        completion_time: wholeSeconds(begun.completionTime),
      }),
    );
    return {
      completionTime: begun.completionTime,
      amount: { denom: coin.denom, amount: begun.amount.toString() },
    };
  },
});

export const MsgBeginRedelegate = defineMessage({
  message: message(
    'cosmos.staking.v1beta1.MsgBeginRedelegate',
    {
      delegatorAddress: string(1),
      validatorSrcAddress: string(2),
      validatorDstAddress: string(3),
      amount: embedded(4, Coin),
    },
    { aminoName: 'cosmos-sdk/MsgBeginRedelegate' },
  ),
  response: message('cosmos.staking.v1beta1.MsgBeginRedelegateResponse', { completionTime: timestamp(1) }),
  signers: ({ delegatorAddress }, params) => [delegatorIn(delegatorAddress, params)],
  handle: ({ delegatorAddress, validatorSrcAddress, validatorDstAddress, amount }, context) => {
    const { state, params } = context;
    const source = operatorIn('source validator address', validatorSrcAddress, params);
    const destination = operatorIn('destination validator address', validatorDstAddress, params);
    const delegator = delegatorIn(delegatorAddress, params);
    const coin = coinIn('shares amount', amount);
    const shares = sharesToUnbond(state, delegator, source, coin.amount);
    refuseOtherDenom(state, coin);
    const completionTime = beginRedelegation(context, delegator, source, destination, shares);
    context.emit(
      event('redelegate', {
        source_validator: validatorSrcAddress,
        destination_validator: validatorDstAddress,
        amount: `${coin.amount}${coin.denom}`,
        completion_time: wholeSeconds(completionTime),
      }),
    );
    return { completionTime };
  },
});

export const MsgCancelUnbondingDelegation = defineMessage({
  message: message(
    'cosmos.staking.v1beta1.MsgCancelUnbondingDelegation',
    { ...delegationFields, creationHeight: int(4) },
    { aminoName: 'cosmos-sdk/MsgCancelUnbondingDelegation' },
  ),
  response: message('cosmos.staking.v1beta1.MsgCancelUnbondingDelegationResponse', {}),
  signers: ({ delegatorAddress }, params) => [delegatorIn(delegatorAddress, params)],
  handle: ({ delegatorAddress, validatorAddress, amount, creationHeight }, context) => {
    const { state, params } = context;
    const operator = operatorIn('validator address', validatorAddress, params);
    const delegator = delegatorIn(delegatorAddress, params);
    const coin = coinIn('amount', amount);
    if (creationHeight <= 0n) throw failure('invalidRequest', 'invalid height: invalid request');
    refuseOtherDenom(state, coin);
    cancelUnbonding(context, delegator, operator, coin.amount, creationHeight);
    context.emit(
      event('cancel_unbonding_delegation', {
        amount: `${coin.amount}${coin.denom}`,
        validator: validatorAddress,
        delegator: delegatorAddress,
        creation_height: creationHeight.toString(),
      }),
    );
    return {};
  },
});
