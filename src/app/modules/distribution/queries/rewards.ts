/** Answers the queries of `cosmos.distribution.v1beta1`. On a chain without distribution, nobody has rewards. */
import { embedded, repeated, repeatedString, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../../kernel/bytes.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, plainError, unknownError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOfEntries } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { bech32Address, decodeAddress } from '../../../types/address.js';
import { addDecCoins, DecCoin, type DecCoins, NO_DEC_COINS } from '../../../types/dec_coins.js';
import { operatorPrefix } from '../../staking/addresses.js';
import { Delegation } from '../../staking/delegation.js';
import { accountAddress, operatorAddress } from '../../staking/party.js';
import { currentRatio, rewardsOf } from '../../staking/rewards/periods.js';
import {
  AccumulatedCommission,
  DistributionParams,
  OutstandingRewards,
  SlashEvent,
} from '../../staking/rewards/records.js';
import {
  COMMISSION,
  FEE_POOL,
  OUTSTANDING,
  PARAMS,
  SLASHES,
  validatorKey,
  withdrawAddress,
} from '../../staking/rewards/store.js';
import { delegationsPrefix, type Registered, readDelegation, readValidator } from '../../staking/store.js';

const PACKAGE = 'cosmos.distribution.v1beta1';
const REST = '/cosmos/distribution/v1beta1';
const coins = (number: number) => repeated(number, DecCoin, { keepEmpty: true });

const ofValidator = (name: string) =>
  message(`${PACKAGE}.Query${name}Request`, { validatorAddress: string(1) }, { lenient: true });
const ofDelegator = (name: string) =>
  message(`${PACKAGE}.Query${name}Request`, { delegatorAddress: string(1) }, { lenient: true });

function validatorOf(text: string, state: StateReader): Registered {
  if (text === '') throw invalidArgument('empty validator address');
  const operator = operatorAddress(text, readChainParams(state).bech32Prefix);
  const validator = readValidator(state, operator);
  if (validator === undefined) throw unknownError('validator does not exist');
  return { operator, validator };
}

function delegatorOf(text: string, state: StateReader): Bytes {
  if (text === '') throw invalidArgument('empty delegator address');
  return accountAddress(text, readChainParams(state).bech32Prefix);
}

/** Returns the rewards that a delegator could withdraw now. */
function rewards(state: StateReader, delegator: Bytes, registered: Registered): DecCoins {
  const delegation = readDelegation(state, delegator, registered.operator);
  if (delegation === undefined) throw unknownError('no delegation for (address, validator) tuple');
  const { height } = readBlockRecord(state);
  return rewardsOf(state, height, delegator, registered, delegation, () => currentRatio(state, registered));
}

/** `/cosmos.distribution.v1beta1.Query/Params` returns the parameters of distribution. */
export const Params = defineQuery(`/${PACKAGE}.Query/Params`, {
  rest: `${REST}/params`,
  request: NoFields,
  response: message(`${PACKAGE}.QueryParamsResponse`, { params: embedded(1, DistributionParams) }),
  answer: (_, state) => ({ params: PARAMS.read(state) }),
});

/** `…/ValidatorDistributionInfo` returns a validator's commission and the rewards of its operator. */
export const ValidatorDistributionInfo = defineQuery(`/${PACKAGE}.Query/ValidatorDistributionInfo`, {
  rest: `${REST}/validators/{validator_address}`,
  request: ofValidator('ValidatorDistributionInfo'),
  response: message(`${PACKAGE}.QueryValidatorDistributionInfoResponse`, {
    operatorAddress: string(1),
    selfBondRewards: coins(2),
    commission: repeated(3, DecCoin),
  }),
  answer({ validatorAddress }, state) {
    const registered = validatorOf(validatorAddress, state);
    const { operator } = registered;
    return {
      operatorAddress: bech32Address(operator, readChainParams(state).bech32Prefix),
      selfBondRewards: rewards(state, operator, registered),
      commission: COMMISSION.read(state, validatorKey(operator)).commission,
    };
  },
});

/** `…/ValidatorOutstandingRewards` returns what a validator and its delegators have not withdrawn. */
export const ValidatorOutstandingRewards = defineQuery(`/${PACKAGE}.Query/ValidatorOutstandingRewards`, {
  rest: `${REST}/validators/{validator_address}/outstanding_rewards`,
  request: ofValidator('ValidatorOutstandingRewards'),
  response: message(`${PACKAGE}.QueryValidatorOutstandingRewardsResponse`, {
    rewards: embedded(1, OutstandingRewards),
  }),
  answer: ({ validatorAddress }, state) => ({
    rewards: OUTSTANDING.read(state, validatorKey(validatorOf(validatorAddress, state).operator)),
  }),
});

/** `…/ValidatorCommission` returns the commission that a validator has not withdrawn. */
export const ValidatorCommission = defineQuery(`/${PACKAGE}.Query/ValidatorCommission`, {
  rest: `${REST}/validators/{validator_address}/commission`,
  request: ofValidator('ValidatorCommission'),
  response: message(`${PACKAGE}.QueryValidatorCommissionResponse`, { commission: embedded(1, AccumulatedCommission) }),
  answer: ({ validatorAddress }, state) => ({
    commission: COMMISSION.read(state, validatorKey(validatorOf(validatorAddress, state).operator)),
  }),
});

/** `…/ValidatorSlashes` returns the slashes of a validator. As in the SDK, the heights are compared with periods. */
export const ValidatorSlashes = defineQuery(`/${PACKAGE}.Query/ValidatorSlashes`, {
  rest: `${REST}/validators/{validator_address}/slashes`,
  request: message(
    `${PACKAGE}.QueryValidatorSlashesRequest`,
    {
      validatorAddress: string(1),
      startingHeight: uint(2),
      endingHeight: uint(3),
      pagination: embedded(4, PageRequest),
    },
    { lenient: true },
  ),
  response: message(`${PACKAGE}.QueryValidatorSlashesResponse`, {
    slashes: repeated(1, SlashEvent, { keepEmpty: true }),
    pagination: embedded(2, PageResponse),
  }),
  answer({ validatorAddress, startingHeight: first, endingHeight: last, pagination: page }, state) {
    if (validatorAddress === '') throw invalidArgument('empty validator address');
    if (last < first) throw invalidArgument(`starting height greater than ending height (${first} > ${last})`);
    const operator = decodeAddress(validatorAddress, operatorPrefix(readChainParams(state).bech32Prefix));
    if (!(operator instanceof Uint8Array)) throw invalidArgument('invalid validator address');
    const prefix = concatBytes(SLASHES.prefix, validatorKey(operator));
    const itemOf = (value: Bytes) => {
      const slash = SlashEvent.decode(value);
      return slash.validatorPeriod < first || slash.validatorPeriod > last ? undefined : slash;
    };
    const source = { entries: state.entries('distribution', prefix), prefix, itemOf, failure: plainError };
    const { items: slashes, pagination } = pageOfEntries(source, page);
    return { slashes, pagination };
  },
});

/** `…/DelegationRewards` returns the rewards of one delegation. */
export const DelegationRewards = defineQuery(`/${PACKAGE}.Query/DelegationRewards`, {
  rest: `${REST}/delegators/{delegator_address}/rewards/{validator_address}`,
  request: message(
    `${PACKAGE}.QueryDelegationRewardsRequest`,
    { delegatorAddress: string(1), validatorAddress: string(2) },
    { lenient: true },
  ),
  response: message(`${PACKAGE}.QueryDelegationRewardsResponse`, { rewards: coins(1) }),
  answer({ delegatorAddress, validatorAddress }, state) {
    if (delegatorAddress === '') throw invalidArgument('empty delegator address');
    const registered = validatorOf(validatorAddress, state);
    return { rewards: rewards(state, delegatorOf(delegatorAddress, state), registered) };
  },
});

const DelegationReward = message(`${PACKAGE}.DelegationDelegatorReward`, {
  validatorAddress: string(1),
  reward: coins(2),
});

/** `…/DelegationTotalRewards` returns the rewards of all delegations of a delegator, ascending by validator. */
export const DelegationTotalRewards = defineQuery(`/${PACKAGE}.Query/DelegationTotalRewards`, {
  rest: `${REST}/delegators/{delegator_address}/rewards`,
  request: ofDelegator('DelegationTotalRewards'),
  response: message(`${PACKAGE}.QueryDelegationTotalRewardsResponse`, {
    rewards: repeated(1, DelegationReward, { keepEmpty: true }),
    total: coins(2),
  }),
  answer({ delegatorAddress }, state) {
    const delegator = delegatorOf(delegatorAddress, state);
    const each = delegations(state, delegator).map(({ validator }) => ({
      validatorAddress: validator,
      reward: rewards(state, delegator, validatorOf(validator, state)),
    }));
    return { rewards: each, total: each.reduce((sum, { reward }) => addDecCoins(sum, reward), NO_DEC_COINS) };
  },
});

const delegations = (state: StateReader, delegator: Bytes): readonly Delegation[] =>
  Array.from(state.entries('staking', delegationsPrefix(delegator)), ([, value]) => Delegation.decode(value));

/** `…/DelegatorValidators` returns the operators of the validators to which a delegator has delegated. */
export const DelegatorValidators = defineQuery(`/${PACKAGE}.Query/DelegatorValidators`, {
  rest: `${REST}/delegators/{delegator_address}/validators`,
  request: ofDelegator('DelegatorValidators'),
  response: message(`${PACKAGE}.QueryDelegatorValidatorsResponse`, { validators: repeatedString(1) }),
  answer: ({ delegatorAddress }, state) => ({
    validators: delegations(state, delegatorOf(delegatorAddress, state)).map(({ validator }) => validator),
  }),
});

/** `…/DelegatorWithdrawAddress` returns the account that gets a delegator's rewards. */
export const DelegatorWithdrawAddress = defineQuery(`/${PACKAGE}.Query/DelegatorWithdrawAddress`, {
  rest: `${REST}/delegators/{delegator_address}/withdraw_address`,
  request: ofDelegator('DelegatorWithdrawAddress'),
  response: message(`${PACKAGE}.QueryDelegatorWithdrawAddressResponse`, { withdrawAddress: string(1) }),
  answer({ delegatorAddress }, state) {
    const address = withdrawAddress(state, delegatorOf(delegatorAddress, state));
    return { withdrawAddress: bech32Address(address, readChainParams(state).bech32Prefix) };
  },
});

/** `…/CommunityPool` returns the coins of the community pool. */
export const CommunityPool = defineQuery(`/${PACKAGE}.Query/CommunityPool`, {
  rest: `${REST}/community_pool`,
  request: NoFields,
  response: message(`${PACKAGE}.QueryCommunityPoolResponse`, { pool: coins(1) }),
  answer: (_, state) => ({ pool: FEE_POOL.read(state).communityPool }),
});
