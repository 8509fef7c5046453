/** Functions that run what the messages of distribution run, for the caller alone. Rewards are in its balance at once. */
import type { Coin } from '../../../../codec/cosmos/base.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { MsgDepositValidatorRewardsPool, MsgFundCommunityPool } from '../../../modules/distribution/messages/pools.js';
import {
  MsgSetWithdrawAddress,
  MsgWithdrawDelegatorReward,
  MsgWithdrawValidatorCommission,
} from '../../../modules/distribution/messages/rewards.js';
import { operatorPrefix } from '../../../modules/staking/addresses.js';
import { Delegation } from '../../../modules/staking/delegation.js';
import { delegationsPrefix, readStakingParams } from '../../../modules/staking/store.js';
import { type PrecompileContext, precompileFunction, solidityEvent } from '../../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress, readAddress, tryHexAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';
import { COIN, callingDelegator, delegatorOf, hexOperator } from '../../staking/solidity.js';

const CLAIMED = solidityEvent('event ClaimRewards(address indexed delegatorAddress, uint256 amount)');
const ADDRESS_SET = solidityEvent('event SetWithdrawerAddress(address indexed caller, string withdrawerAddress)');
const REWARD = solidityEvent(
  'event WithdrawDelegatorReward(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount)',
);
const COMMISSION = solidityEvent(
  'event WithdrawValidatorCommission(string indexed validatorAddress, uint256 commission)',
);
const FUNDED = solidityEvent('event FundCommunityPool(address indexed depositor, string denom, uint256 amount)');
const DEPOSITED = solidityEvent(
  'event DepositValidatorRewardsPool(address indexed depositor, address indexed validatorAddress, string denom, uint256 amount)',
);

const textOf = (address: Bytes, { params }: PrecompileContext): string => bech32Address(address, params.bech32Prefix);
const solidityCoins = (coins: readonly Coin[]) => coins.map(({ denom, amount }) => ({ denom, amount: BigInt(amount) }));
/** Returns the amount of the first coin, which events have; there are no others where only the base denom pays fees. */
const firstAmount = ([coin]: readonly Coin[]): bigint => BigInt(coin?.amount ?? 0);
const coinsIn = (arg: unknown): readonly Coin[] =>
  (arg as readonly { denom: string; amount: bigint }[]).map(({ denom, amount }) => ({ denom, amount: `${amount}` }));

/** Withdrawals from the validators of a delegator, at most so many, ascending by operator. */
export const claimRewards = precompileFunction(
  'function claimRewards(address delegatorAddress, uint32 maxRetrieve) returns (bool success)',
  async ([arg, maxRetrieve], context) => {
    const { state } = context;
    const { maxValidators, bondDenom } = readStakingParams(state);
    delegatorOf(arg);
    if (Number(maxRetrieve) > maxValidators)
      throw failure(
        'invalidRequest',
        `maxRetrieve (${maxRetrieve}) parameter exceeds the maximum number of validators (${maxValidators})`,
      );
    const delegator = callingDelegator(arg, context);
    const found = [...state.entries('staking', delegationsPrefix(delegator))].slice(0, Number(maxRetrieve));
    let total = 0n;
    for (const [, value] of found) {
      const { validator: validatorAddress } = Delegation.decode(value);
      const { amount } = await MsgWithdrawDelegatorReward.handle(
        { delegatorAddress: textOf(delegator, context), validatorAddress },
        context,
      );
      total += firstAmount(amount.filter(({ denom }) => denom === bondDenom));
    }
    context.log(CLAIMED, [checksumAddress(delegator), total]);
    return [true];
  },
);

/** Change of the account that gets the rewards, whose address is 0x hex or bech32. */
export const setWithdrawAddress = precompileFunction(
  'function setWithdrawAddress(address delegatorAddress, string withdrawerAddress) returns (bool success)',
  async ([arg, withdrawer], context) => {
    const delegator = callingDelegator(arg, context);
    const hex = tryHexAddress(String(withdrawer));
    const withdrawAddress = hex === undefined ? String(withdrawer) : textOf(hex, context);
    await MsgSetWithdrawAddress.handle({ delegatorAddress: textOf(delegator, context), withdrawAddress }, context);
    context.log(ADDRESS_SET, [checksumAddress(delegator), withdrawAddress]);
    return [true];
  },
);

export const withdrawDelegatorRewards = precompileFunction(
  [
    COIN,
    'function withdrawDelegatorRewards(address delegatorAddress, string validatorAddress) returns (Coin[] amount)',
  ],
  async ([arg, validator], context) => {
    const delegator = callingDelegator(arg, context);
    const { amount } = await MsgWithdrawDelegatorReward.handle(
      { delegatorAddress: textOf(delegator, context), validatorAddress: String(validator) },
      context,
    );
    context.log(REWARD, [checksumAddress(delegator), hexOperator(validator, context), firstAmount(amount)]);
    return [solidityCoins(amount)];
  },
);

export const withdrawValidatorCommission = precompileFunction(
  [COIN, 'function withdrawValidatorCommission(string validatorAddress) returns (Coin[] amount)'],
  async ([validator], context) => {
    const { bech32Prefix } = context.params;
    const operator = readAddress('validator address', String(validator), operatorPrefix(bech32Prefix));
    callingDelegator(checksumAddress(operator), context);
    const { amount } = await MsgWithdrawValidatorCommission.handle({ validatorAddress: String(validator) }, context);
    context.log(COMMISSION, [validator, firstAmount(amount)]);
    return [solidityCoins(amount)];
  },
);

export const fundCommunityPool = precompileFunction(
  [COIN, 'function fundCommunityPool(address depositor, Coin[] amount) returns (bool success)'],
  async ([arg, coins], context) => {
    const depositor = callingDelegator(arg, context);
    const amount = coinsIn(coins);
    await MsgFundCommunityPool.handle({ depositor: textOf(depositor, context), amount }, context);
    for (const coin of solidityCoins(amount))
      context.log(FUNDED, [checksumAddress(depositor), coin.denom, coin.amount]);
    return [true];
  },
);

export const depositValidatorRewardsPool = precompileFunction(
  [
    COIN,
    'function depositValidatorRewardsPool(address depositor, string validatorAddress, Coin[] amount) returns (bool success)',
  ],
  async ([arg, validator, coins], context) => {
    const depositor = callingDelegator(arg, context);
    const [amount, validatorAddress] = [coinsIn(coins), String(validator)];
    await MsgDepositValidatorRewardsPool.handle(
      { depositor: textOf(depositor, context), validatorAddress, amount },
      context,
    );
    for (const coin of solidityCoins(amount))
      context.log(DEPOSITED, [checksumAddress(depositor), hexOperator(validator, context), coin.denom, coin.amount]);
    return [true];
  },
);
