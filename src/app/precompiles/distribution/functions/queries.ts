/** Functions that answer what the queries of distribution answer. */
import type { Bytes } from '../../../../kernel/bytes.js';
import * as queries from '../../../modules/distribution/queries/rewards.js';
import type { Query, QueryServices } from '../../../sdk/query/define_query.js';
import type { PageResponse } from '../../../sdk/query/pagination.js';
import { type PrecompileContext, precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { bech32Address } from '../../../types/address.js';
import { FRACTION_DIGITS } from '../../../types/coins.js';
import type { DecCoins } from '../../../types/dec_coins.js';
import { delegatorOf } from '../../staking/solidity.js';

const DEC_COIN = 'struct DecCoin { string denom; uint256 amount; uint8 precision; }';

/** Makes an output of the type `DecCoin[]`. */
const solidityDecCoins = (coins: DecCoins) => coins.map((coin) => ({ ...coin, precision: FRACTION_DIGITS }));

/** Returns the answer of a query to these fields. None of distribution's queries needs the services of a node. */
function answer<A>({ request, response, handler }: Query, fields: object, { state }: PrecompileContext): A {
  return response.decode(handler(request.encode(fields), state, {} as QueryServices) as Bytes) as A;
}

const delegator = (arg: unknown, { params }: PrecompileContext) => ({
  delegatorAddress: bech32Address(delegatorOf(arg), params.bech32Prefix),
});

export const validatorDistributionInfo = precompileFunction(
  [
    DEC_COIN,
    'struct ValidatorDistributionInfo { string operatorAddress; DecCoin[] selfBondRewards; DecCoin[] commission; }',
    'function validatorDistributionInfo(string validatorAddress) view returns (ValidatorDistributionInfo distributionInfo)',
  ],
  ([validatorAddress], context) => {
    const { operatorAddress, selfBondRewards, commission } = answer<{
      readonly operatorAddress: string;
      readonly selfBondRewards: DecCoins;
      readonly commission: DecCoins;
    }>(queries.ValidatorDistributionInfo, { validatorAddress }, context);
    return [
      {
        operatorAddress,
        selfBondRewards: solidityDecCoins(selfBondRewards),
        commission: solidityDecCoins(commission),
      },
    ];
  },
);

export const validatorOutstandingRewards = precompileFunction(
  [DEC_COIN, 'function validatorOutstandingRewards(string validatorAddress) view returns (DecCoin[] rewards)'],
  ([validatorAddress], context) => {
    const query = queries.ValidatorOutstandingRewards;
    const { rewards } = answer<{ readonly rewards: { readonly rewards: DecCoins } }>(
      query,
      { validatorAddress },
      context,
    );
    return [solidityDecCoins(rewards.rewards)];
  },
);

export const validatorCommission = precompileFunction(
  [DEC_COIN, 'function validatorCommission(string validatorAddress) view returns (DecCoin[] commission)'],
  ([validatorAddress], context) => {
    const { commission } = answer<{ readonly commission: { readonly commission: DecCoins } }>(
      queries.ValidatorCommission,
      { validatorAddress },
      context,
    );
    return [solidityDecCoins(commission.commission)];
  },
);

export const validatorSlashes = precompileFunction(
  [
    'struct Dec { uint256 value; uint8 precision; }',
    'struct ValidatorSlashEvent { uint64 validatorPeriod; Dec fraction; }',
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function validatorSlashes(string validatorAddress, uint64 startingHeight, uint64 endingHeight, PageRequest pageRequest) view returns (ValidatorSlashEvent[] slashes, PageResponse pageResponse)',
  ],
  ([validatorAddress, startingHeight, endingHeight, page], context) => {
    const { slashes, pagination } = answer<{
      readonly slashes: readonly { readonly validatorPeriod: bigint; readonly fraction: bigint }[];
      readonly pagination: PageResponse;
    }>(
      queries.ValidatorSlashes,
      { validatorAddress, startingHeight, endingHeight, pagination: pageRequestOf(page) },
      context,
    );
    const events = slashes.map(({ validatorPeriod, fraction: value }) => ({
      validatorPeriod,
      fraction: { value, precision: FRACTION_DIGITS },
    }));
    return [events, solidityPage(pagination)];
  },
);

export const delegationRewards = precompileFunction(
  [
    DEC_COIN,
    'function delegationRewards(address delegatorAddress, string validatorAddress) view returns (DecCoin[] rewards)',
  ],
  ([arg, validatorAddress], context) => {
    const fields = { ...delegator(arg, context), validatorAddress };
    const { rewards } = answer<{ readonly rewards: DecCoins }>(queries.DelegationRewards, fields, context);
    return [solidityDecCoins(rewards)];
  },
);

export const delegationTotalRewards = precompileFunction(
  [
    DEC_COIN,
    'struct DelegationDelegatorReward { string validatorAddress; DecCoin[] reward; }',
    'function delegationTotalRewards(address delegatorAddress) view returns (DelegationDelegatorReward[] rewards, DecCoin[] total)',
  ],
  ([arg], context) => {
    const { rewards, total } = answer<{
      readonly rewards: readonly { readonly validatorAddress: string; readonly reward: DecCoins }[];
      readonly total: DecCoins;
    }>(queries.DelegationTotalRewards, delegator(arg, context), context);
    return [
      rewards.map(({ validatorAddress, reward }) => ({ validatorAddress, reward: solidityDecCoins(reward) })),
      solidityDecCoins(total),
    ];
  },
);

export const delegatorValidators = precompileFunction(
  'function delegatorValidators(address delegatorAddress) view returns (string[] validators)',
  ([arg], context) => {
    const fields = delegator(arg, context);
    return [
      answer<{ readonly validators: readonly string[] }>(queries.DelegatorValidators, fields, context).validators,
    ];
  },
);

export const delegatorWithdrawAddress = precompileFunction(
  'function delegatorWithdrawAddress(address delegatorAddress) view returns (string withdrawAddress)',
  ([arg], context) => {
    const query = queries.DelegatorWithdrawAddress;
    return [answer<{ readonly withdrawAddress: string }>(query, delegator(arg, context), context).withdrawAddress];
  },
);

export const communityPool = precompileFunction(
  [DEC_COIN, 'function communityPool() view returns (DecCoin[] coins)'],
  (_, context) => [solidityDecCoins(answer<{ readonly pool: DecCoins }>(queries.CommunityPool, {}, context).pool)],
);
