/**
 * `cosmos.distribution.v1beta1.MsgFundCommunityPool`, `MsgCommunityPoolSpend` and `MsgDepositValidatorRewardsPool` move
 * coins to the pools of distribution, and from the community's.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { mustHaveModule } from '../../../sdk/chain_params.js';
import { checkAuthority, defineUpdateParams, invalidParams, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { type Amount, DECIMAL_ONE, formatDecimal } from '../../../types/coins.js';
import { subtractDecCoins, toDecCoins } from '../../../types/dec_coins.js';
import { failure } from '../../../types/refusal.js';
import { isModuleAccount } from '../../auth/store.js';
import { sendCoins } from '../../bank/send_coins.js';
import { readCoins } from '../../bank/send_enabled.js';
import { operatorPrefix } from '../../staking/addresses.js';
import { existingValidator } from '../../staking/delegate.js';
import { distributionFailure } from '../../staking/rewards/failure.js';
import { DistributionParams } from '../../staking/rewards/records.js';
import { addToCommunityPool, DISTRIBUTION, FEE_POOL, PARAMS } from '../../staking/rewards/store.js';
import { allocateToValidator } from '../allocation.js';

const PACKAGE = 'cosmos.distribution.v1beta1';
const COINS = { keepEmpty: true } as const;

function amountIn(amount: readonly Coin[]): readonly Amount[] {
  if (amount.length === 0) throw failure('invalidCoins', 'amount cannot be nil: invalid coins');
  return readCoins(amount);
}

export const MsgFundCommunityPool = defineMessage({
  message: message(
    `${PACKAGE}.MsgFundCommunityPool`,
    { amount: repeated(1, Coin, COINS), depositor: string(2) },
    { aminoName: 'cosmos-sdk/MsgFundCommunityPool' },
  ),
  response: message(`${PACKAGE}.MsgFundCommunityPoolResponse`, {}),
  signers: ({ depositor }, { bech32Prefix }) => [readAddress('depositor address', depositor, bech32Prefix)],
  handle({ depositor, amount }, context) {
    const { state, params } = context;
    mustHaveModule(params, 'distribution');
    const from = readAddress('depositor address', depositor, params.bech32Prefix);
    const coins = amountIn(amount);
    sendCoins(context, from, DISTRIBUTION.address, coins);
    addToCommunityPool(state, toDecCoins(coins));
    return {};
  },
});

export const MsgCommunityPoolSpend = defineMessage({
  message: message(
    `${PACKAGE}.MsgCommunityPoolSpend`,
    { authority: string(1), recipient: string(2), amount: repeated(3, Coin, COINS) },
    { aminoName: 'cosmos-sdk/distr/MsgCommunityPoolSpend' },
  ),
  response: message(`${PACKAGE}.MsgCommunityPoolSpendResponse`, {}),
  signers: signedByAuthority,
  handle(value, context) {
    const { recipient, amount } = value;
    const { state, params } = context;
    checkAuthority(value, context);
    const coins = amountIn(amount);
    const to = readAddress('recipient', recipient, params.bech32Prefix);
    if (isModuleAccount(state, to))
      throw failure('unauthorized', `${recipient} is not allowed to receive external funds: unauthorized`);
    const communityPool = subtractDecCoins(FEE_POOL.read(state).communityPool, toDecCoins(coins));
    if (communityPool.some((coin) => coin.amount < 0n)) throw distributionFailure('poolTooSmall');
    sendCoins(context, DISTRIBUTION.address, to, coins);
    FEE_POOL.write(state, { communityPool });
    return {};
  },
});

export const MsgDepositValidatorRewardsPool = defineMessage({
  message: message(
    `${PACKAGE}.MsgDepositValidatorRewardsPool`,
    { depositor: string(1), validatorAddress: string(2), amount: repeated(3, Coin, COINS) },
    { aminoName: 'cosmos-sdk/distr/MsgDepositValRewards' },
  ),
  response: message(`${PACKAGE}.MsgDepositValidatorRewardsPoolResponse`, {}),
  signers: ({ depositor }, { bech32Prefix }) => [readAddress('depositor address', depositor, bech32Prefix)],
  handle({ depositor, validatorAddress, amount }, context) {
    const { state, params } = context;
    mustHaveModule(params, 'distribution');
    const from = readAddress('depositor address', depositor, params.bech32Prefix);
    const coins = readCoins(amount);
    sendCoins(context, from, DISTRIBUTION.address, coins);
    const operator = readAddress('validator address', validatorAddress, operatorPrefix(params.bech32Prefix));
    const validator = existingValidator(state, operator);
    allocateToValidator(context, { operator, validator }, toDecCoins(coins));
    return {};
  },
});

/** New parameters. Those that have had no effect since SDK 0.47 must be 0. */
export const MsgUpdateParams = defineUpdateParams({
  of: PACKAGE,
  aminoName: 'cosmos-sdk/distribution/MsgUpdateParams',
  params: DistributionParams,
  update(params, context) {
    mustHaveModule(context.params, 'distribution');
    const { communityTax: tax, baseProposerReward, bonusProposerReward } = params;
    if (baseProposerReward !== 0n || bonusProposerReward !== 0n)
      throw failure(
        'invalidRequest',
        'cannot update base or bonus proposer reward because these are deprecated fields: invalid request',
      );
    if (tax < 0n) throw invalidParams(`community tax must be positive: ${formatDecimal(tax)}`);
    if (tax > DECIMAL_ONE) throw invalidParams(`community tax too large: ${formatDecimal(tax)}`);
    PARAMS.write(context.state, params);
  },
});
