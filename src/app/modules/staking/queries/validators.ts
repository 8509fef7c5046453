/** Answers the queries of `cosmos.staking.v1beta1` about validators, the pool and the parameters. */
import {
  embedded,
  encoded,
  int,
  integer,
  optional,
  repeated,
  required,
  string,
} from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { balanceOf } from '../../bank/store.js';
import { StakingParams } from '../params.js';
import { operatorOfQuery, validatorPage } from '../party.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../pools.js';
import { readStakingParams, readValidator } from '../store.js';
import { Validator as StakingValidator, Validator as ValidatorMessage } from '../validator.js';

/** `/cosmos.staking.v1beta1.Query/Validator` returns one validator, by its operator. */
export const Validator = defineQuery('/cosmos.staking.v1beta1.Query/Validator', {
  rest: '/cosmos/staking/v1beta1/validators/{validator_addr}',
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorRequest',
    { validator: string(1) },
    { lenient: true, names: { validator: 'validator_addr' } },
  ),
  response: message('cosmos.staking.v1beta1.QueryValidatorResponse', { validator: required(1, StakingValidator) }),
  answer({ validator: text }, state) {
    const validator = readValidator(state, operatorOfQuery(text, state));
    if (validator === undefined) throw notFound(`validator ${text} not found`);
    return { validator };
  },
});

/** `/cosmos.staking.v1beta1.Query/Validators` returns all validators, or those of a status, ascending by operator. */
export const Validators = defineQuery('/cosmos.staking.v1beta1.Query/Validators', {
  rest: '/cosmos/staking/v1beta1/validators',
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorsRequest',
    { status: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryValidatorsResponse', {
    validators: repeated(1, ValidatorMessage),
    pagination: embedded(2, PageResponse),
  }),
  answer({ status, pagination: page }, state) {
    const { items, pagination } = validatorPage(state, status, page);
    return { validators: items.map(({ validator }) => validator), pagination };
  },
});

const Tokens = message(
  'cosmos.staking.v1beta1.Pool',
  { notBonded: integer(1), bonded: integer(2) },
  { names: { bonded: 'bonded_tokens', notBonded: 'not_bonded_tokens' } },
);

/**
 * `/cosmos.staking.v1beta1.Query/Pool` returns how many tokens are bonded, and how many belong to validators outside
 * the set.
 */
export const Pool = defineQuery('/cosmos.staking.v1beta1.Query/Pool', {
  rest: '/cosmos/staking/v1beta1/pool',
  request: NoFields,
  response: message('cosmos.staking.v1beta1.QueryPoolResponse', { pool: embedded(1, Tokens) }),
  answer(_, state) {
    const { bondDenom } = readStakingParams(state);
    return {
      pool: {
        notBonded: balanceOf(state, NOT_BONDED_POOL.address, bondDenom),
        bonded: balanceOf(state, BONDED_POOL.address, bondDenom),
      },
    };
  },
});

/** `/cosmos.staking.v1beta1.Query/Params` returns the parameters of staking. */
export const Params = defineQuery('/cosmos.staking.v1beta1.Query/Params', {
  rest: '/cosmos/staking/v1beta1/params',
  request: NoFields,
  response: message('cosmos.staking.v1beta1.QueryParamsResponse', { params: embedded(1, StakingParams) }),
  answer: (_, state) => ({ params: readStakingParams(state) }),
});

const Historical = message('cosmos.staking.v1beta1.HistoricalInfo', {
  header: encoded(1, { name: 'tendermint.types.Header' }),
  valset: repeated(2, ValidatorMessage),
});

/** `/cosmos.staking.v1beta1.Query/HistoricalInfo` finds no height, because staking keeps no headers here. */
export const HistoricalInfo = defineQuery('/cosmos.staking.v1beta1.Query/HistoricalInfo', {
  rest: '/cosmos/staking/v1beta1/historical_info/{height}',
  request: message('cosmos.staking.v1beta1.QueryHistoricalInfoRequest', { height: int(1) }, { lenient: true }),
  response: message('cosmos.staking.v1beta1.QueryHistoricalInfoResponse', { hist: optional(1, Historical) }),
  answer({ height }) {
    if (height < 0n) throw invalidArgument('height cannot be negative');
    throw notFound(`historical info for height ${height} not found`);
  },
});
