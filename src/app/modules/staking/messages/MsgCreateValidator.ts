/** `cosmos.staking.v1beta1.MsgCreateValidator` makes the sender the operator of a new validator (SDK x/staking). */
import { KEY_TYPES } from '../../../../abci/pub_key.js';
import { toBase64 } from '../../../../codec/base64.js';
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, integer, optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import { readAddress } from '../../../types/address.js';
import { DECIMAL_ONE, formatDecimal, tryParseCoin } from '../../../types/coins.js';
import { ConsensusKey, consensusAddressOf } from '../../../types/consensus_key.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { operatorPrefix } from '../addresses.js';
import { delegate, refuseOtherDenom } from '../delegate.js';
import { checkLengths } from '../description.js';
import { stakingFailure } from '../failure.js';
import { newValidator } from '../new_validator.js';
import { afterValidatorCreated } from '../rewards/hooks.js';
import {
  consensusKeyTypes,
  operatorByConsensusAddress,
  readStakingParams,
  readValidator,
  writeOperator,
  writeValidator,
} from '../store.js';
import { CommissionRates, Description, type Rates } from '../validator.js';

const request = message(
  'cosmos.staking.v1beta1.MsgCreateValidator',
  {
    description: embedded(1, Description),
    commission: embedded(2, CommissionRates),
    minSelfDelegation: integer(3),
    /** Ignored, as in the SDK. */
    delegatorAddress: string(4),
    validatorAddress: string(5),
    pubkey: optional(6, ConsensusKey),
    value: embedded(7, Coin),
  },
  { aminoName: 'cosmos-sdk/MsgCreateValidator' },
);

export const MsgCreateValidator = defineMessage({
  message: {
    ...request,
    amino: (value) => ({
      ...request.amino(value),
      pubkey: value.pubkey && { type: KEY_TYPES[value.pubkey.type].publicName, value: toBase64(value.pubkey.bytes) },
    }),
  },
  response: message('cosmos.staking.v1beta1.MsgCreateValidatorResponse', {}),
  signers: ({ validatorAddress }, { bech32Prefix }) => [
    readAddress('validator address', validatorAddress, operatorPrefix(bech32Prefix)),
  ],
  handle({ description, commission, minSelfDelegation, validatorAddress, pubkey, value }, context) {
    const { state, params, block, emit } = context;
    const operator = readAddress('validator address', validatorAddress, operatorPrefix(params.bech32Prefix));
    if (pubkey === undefined) throw stakingFailure('noPubKey');
    const coin = tryParseCoin(value);
    if (coin === undefined) throw failure('invalidRequest', 'invalid delegation amount: invalid request');
    if (Object.values(description).every((text) => text === ''))
      throw failure('invalidRequest', 'empty description: invalid request');
    checkRates(commission);
    if (minSelfDelegation <= 0n)
      throw failure('invalidRequest', 'minimum self delegation must be a positive integer: invalid request');
    if (coin.amount < minSelfDelegation) throw stakingFailure('selfDelegationBelowMinimum');
    refuseLowRate(state, commission);
    if (readValidator(state, operator) !== undefined) throw stakingFailure('operatorExists');
    const consensusAddress = consensusAddressOf(pubkey);
    if (operatorByConsensusAddress(state, consensusAddress) !== undefined) throw stakingFailure('pubKeyExists');
    refuseOtherDenom(state, coin);
    checkLengths(description);
    const types = consensusKeyTypes(state);
    if (!types.includes(pubkey.type))
      throw stakingFailure('pubKeyType', `got: ${pubkey.type}, expected: [${types.join(' ')}]`);
    const { bech32Prefix: prefix } = params;
    const { time } = block;
    const created = newValidator({
      operator,
      pubKey: pubkey,
      moniker: '',
      tokens: 0n,
      status: 'unbonded',
      prefix,
      time,
    });
    const validator = { ...created, description, commission: { ...commission, updateTime: time }, minSelfDelegation };
    writeValidator(state, { operator, validator });
    writeOperator(state, consensusAddress, operator);
    afterValidatorCreated(context, operator);
    delegate(context, operator, operator, coin);
    emit(event('create_validator', { validator: validatorAddress, amount: `${value.amount}${value.denom}` }));
    return {};
  },
});

/** Throws TxFailure for a commission that no validator may have (SDK `CommissionRates.Validate`). */
function checkRates({ rate, maxRate, maxChangeRate }: Rates): void {
  if (maxRate < 0n) throw stakingFailure('commissionNegative');
  if (maxRate > DECIMAL_ONE) throw stakingFailure('commissionAboveOne');
  if (rate < 0n) throw stakingFailure('commissionNegative');
  if (rate > maxRate) throw stakingFailure('commissionAboveMaxRate');
  if (maxChangeRate < 0n) throw stakingFailure('changeRateNegative');
  if (maxChangeRate > maxRate) throw stakingFailure('changeRateAboveMaxRate');
}

function refuseLowRate(state: StateReader, { rate }: Rates): void {
  const { minCommissionRate } = readStakingParams(state);
  if (rate < minCommissionRate)
    throw stakingFailure(
      'commissionBelowMinRate',
      `cannot set validator commission to less than minimum rate of ${formatDecimal(minCommissionRate)}`,
    );
}
