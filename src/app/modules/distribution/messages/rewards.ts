/**
 * `cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward`, `MsgWithdrawValidatorCommission` and
 * `MsgSetWithdrawAddress` pay rewards, and name the account that gets them.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { ChainParams } from '../../../sdk/chain_params.js';
import { type ChangeContext, defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { coinsOf, coinsText } from '../../../types/coins.js';
import { splitDecCoins, takeDecCoins, toDecCoins } from '../../../types/dec_coins.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { isModuleAccount } from '../../auth/store.js';
import { sendCoins } from '../../bank/send_coins.js';
import { operatorPrefix } from '../../staking/addresses.js';
import { existingValidator } from '../../staking/delegate.js';
import { stakingFailure } from '../../staking/failure.js';
import { distributionFailure } from '../../staking/rewards/failure.js';
import { beginRewards, withdrawRewards } from '../../staking/rewards/periods.js';
import {
  COMMISSION,
  DISTRIBUTION,
  OUTSTANDING,
  PARAMS,
  validatorKey,
  withdrawAddress as withdrawAddressOf,
  writeWithdrawAddress,
} from '../../staking/rewards/store.js';
import { readDelegation } from '../../staking/store.js';

const PACKAGE = 'cosmos.distribution.v1beta1';
const operatorIn = (text: string, { bech32Prefix }: ChainParams): Bytes =>
  readAddress('validator address', text, operatorPrefix(bech32Prefix));
const delegatorIn = (text: string, { bech32Prefix }: ChainParams): Bytes =>
  readAddress('delegator address', text, bech32Prefix);

const paid = { amount: repeated(1, Coin, { keepEmpty: true }) };

export const MsgWithdrawDelegatorReward = defineMessage({
  message: message(
    `${PACKAGE}.MsgWithdrawDelegatorReward`,
    { delegatorAddress: string(1), validatorAddress: string(2) },
    { aminoName: 'cosmos-sdk/MsgWithdrawDelegationReward' },
  ),
  response: message(`${PACKAGE}.MsgWithdrawDelegatorRewardResponse`, paid),
  signers: ({ delegatorAddress }, params) => [delegatorIn(delegatorAddress, params)],
  handle({ delegatorAddress, validatorAddress }, context) {
    const { state, params, block } = context;
    const operator = operatorIn(validatorAddress, params);
    const delegator = delegatorIn(delegatorAddress, params);
    const validator = existingValidator(state, operator);
    const delegation = readDelegation(state, delegator, operator);
    if (delegation === undefined) throw stakingFailure('noDelegation');
    const amount = withdrawRewards(context, delegator, { operator, validator }, delegation);
    beginRewards(state, block.height, delegator, operator);
    return { amount: coinsOf(amount) };
  },
});

export const MsgWithdrawValidatorCommission = defineMessage({
  message: message(
    `${PACKAGE}.MsgWithdrawValidatorCommission`,
    { validatorAddress: string(1) },
    { aminoName: 'cosmos-sdk/MsgWithdrawValCommission' },
  ),
  response: message(`${PACKAGE}.MsgWithdrawValidatorCommissionResponse`, paid),
  signers: ({ validatorAddress }, params) => [operatorIn(validatorAddress, params)],
  handle({ validatorAddress }, context) {
    const amount = withdrawCommission(context, operatorIn(validatorAddress, context.params));
    return { amount };
  },
});

/** Pays a validator the whole coins of its commission. Throws TxFailure. */
function withdrawCommission(context: ChangeContext, operator: Bytes): readonly Coin[] {
  const { state, emit } = context;
  const key = validatorKey(operator);
  const { commission } = COMMISSION.read(state, key);
  if (commission.length === 0) throw distributionFailure('noCommission');
  const { whole, rest } = splitDecCoins(commission);
  COMMISSION.write(state, { commission: rest }, key);
  OUTSTANDING.write(state, { rewards: takeDecCoins(OUTSTANDING.read(state, key).rewards, toDecCoins(whole)) }, key);
  if (whole.length > 0) sendCoins(context, DISTRIBUTION.address, withdrawAddressOf(state, operator), whole);
  const coins = coinsOf(whole);
  emit(event('withdraw_commission', { amount: coinsText(coins) }));
  return coins;
}

export const MsgSetWithdrawAddress = defineMessage({
  message: message(
    `${PACKAGE}.MsgSetWithdrawAddress`,
    { delegatorAddress: string(1), withdrawAddress: string(2) },
    { aminoName: 'cosmos-sdk/MsgModifyWithdrawAddress' },
  ),
  response: message(`${PACKAGE}.MsgSetWithdrawAddressResponse`, {}),
  signers: ({ delegatorAddress }, params) => [delegatorIn(delegatorAddress, params)],
  handle({ delegatorAddress, withdrawAddress }, { state, params, emit }) {
    const delegator = delegatorIn(delegatorAddress, params);
    const address = readAddress('withdraw address', withdrawAddress, params.bech32Prefix);
    if (isModuleAccount(state, address))
      throw failure('unauthorized', `${withdrawAddress} is not allowed to receive external funds: unauthorized`);
    if (!PARAMS.read(state).withdrawAddrEnabled) throw distributionFailure('withdrawAddressDisabled');
    emit(event('set_withdraw_address', { withdraw_address: withdrawAddress }));
    writeWithdrawAddress(state, delegator, address);
    return {};
  },
});
