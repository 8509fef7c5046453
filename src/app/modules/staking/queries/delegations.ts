/** Answers the queries of `cosmos.staking.v1beta1` about delegations, also those that end. */
import { embedded, optional, repeated, repeatedBytes, required, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { invariant } from '../../../../kernel/errors.js';
import { toHex } from '../../../../kernel/hex.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import {
  Delegation as DelegationMessage,
  RedelegationResponse,
  UnbondingDelegation as Unbonding,
} from '../delegation.js';
import { DelegationResponse, delegationResponse } from '../delegation_response.js';
import { delegatorAddress, operatorOfQuery } from '../party.js';
import { findRedelegations } from '../redelegations.js';
import {
  DELEGATIONS,
  delegationsPrefix,
  readDelegation,
  readUnbondingDelegation,
  readValidator,
  unbondingsPrefix,
  validatorUnbondingsPrefix,
} from '../store.js';
import { Validator } from '../validator.js';

/** `/cosmos.staking.v1beta1.Query/Delegation` returns the delegation of one delegator to one validator. */
export const Delegation = defineQuery('/cosmos.staking.v1beta1.Query/Delegation', {
  rest: '/cosmos/staking/v1beta1/validators/{validator_addr}/delegations/{delegator_addr}',
  request: message(
    'cosmos.staking.v1beta1.QueryDelegationRequest',
    { delegator: string(1), validator: string(2) },
    { lenient: true, names: { delegator: 'delegator_addr', validator: 'validator_addr' } },
  ),
  response: message(
    'cosmos.staking.v1beta1.QueryDelegationResponse',
    { response: embedded(1, DelegationResponse) },
    { names: { response: 'delegation_response' } },
  ),
  answer({ delegator, validator }, state) {
    if (delegator !== '' && validator === '') throw invalidArgument('validator address cannot be empty');
    const owner = delegatorAddress(delegator, state);
    const operator = operatorOfQuery(validator, state);
    const delegation = readDelegation(state, owner, operator);
    if (delegation === undefined)
      throw notFound(`delegation with delegator ${delegator} not found for validator ${validator}`);
    return { response: delegationResponse(state, operator, delegation) };
  },
});

/**
 * `/cosmos.staking.v1beta1.Query/DelegatorDelegations` returns all delegations of a delegator, ascending by validator.
 */
export const DelegatorDelegations = defineQuery('/cosmos.staking.v1beta1.Query/DelegatorDelegations', {
  rest: '/cosmos/staking/v1beta1/delegations/{delegator_addr}',
  request: message(
    'cosmos.staking.v1beta1.QueryDelegatorDelegationsRequest',
    { delegator: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true, names: { delegator: 'delegator_addr' } },
  ),
  response: message(
    'cosmos.staking.v1beta1.QueryDelegatorDelegationsResponse',
    {
      responses: repeated(1, DelegationResponse),
      pagination: embedded(2, PageResponse),
    },
    { names: { responses: 'delegation_responses' } },
  ),
  answer({ delegator, pagination: page }, state) {
    const prefix = delegationsPrefix(delegatorAddress(delegator, state));
    const all = keyedEntries(state.entries('staking', prefix), prefix, (value, key) =>
      // The key below the prefix is the validator's address after its length.
      delegationResponse(state, key.slice(1), DelegationMessage.decode(value)),
    );
    const { items: responses, pagination } = pageOf(all, page, internal);
    return { responses, pagination };
  },
});

/**
 * `/cosmos.staking.v1beta1.Query/ValidatorDelegations` returns all delegations to a validator, ascending by delegator.
 */
export const ValidatorDelegations = defineQuery('/cosmos.staking.v1beta1.Query/ValidatorDelegations', {
  rest: '/cosmos/staking/v1beta1/validators/{validator_addr}/delegations',
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorDelegationsRequest',
    { validator: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true, names: { validator: 'validator_addr' } },
  ),
  response: message(
    'cosmos.staking.v1beta1.QueryValidatorDelegationsResponse',
    {
      responses: repeated(1, DelegationResponse),
      pagination: embedded(2, PageResponse),
    },
    { names: { responses: 'delegation_responses' } },
  ),
  answer({ validator, pagination: page }, state) {
    const operator = operatorOfQuery(validator, state);
    const all = keyedEntries(state.entries('staking', DELEGATIONS), DELEGATIONS, DelegationMessage.decode);
    const own = all
      .filter(({ key }) => equalBytes(key.slice(-operator.length), operator))
      // The key of a page is the delegator's address, without its length.
      .map(({ key, item }) => ({
        key: key.slice(1, 1 + (key[0] as number)),
        item: delegationResponse(state, operator, item),
      }));
    const { items: responses, pagination } = pageOf(own, page, internal);
    return { responses, pagination };
  },
});

/** `/cosmos.staking.v1beta1.Query/DelegatorValidator` returns a validator to which a delegator has delegated. */
export const DelegatorValidator = defineQuery('/cosmos.staking.v1beta1.Query/DelegatorValidator', {
  rest: '/cosmos/staking/v1beta1/delegators/{delegator_addr}/validators/{validator_addr}',
  request: message(
    'cosmos.staking.v1beta1.QueryDelegatorValidatorRequest',
    { delegator: string(1), validator: string(2) },
    { lenient: true, names: { delegator: 'delegator_addr', validator: 'validator_addr' } },
  ),
  response: message('cosmos.staking.v1beta1.QueryDelegatorValidatorResponse', { validator: required(1, Validator) }),
  answer({ delegator, validator: text }, state) {
    if (delegator !== '' && text === '') throw invalidArgument('validator address cannot be empty');
    const owner = delegatorAddress(delegator, state);
    const operator = operatorOfQuery(text, state);
    if (readDelegation(state, owner, operator) === undefined)
      throw internal('no delegation for (address, validator) tuple');
    const validator = readValidator(state, operator);
    if (validator === undefined) throw internal('validator does not exist');
    return { validator };
  },
});

/** `/cosmos.staking.v1beta1.Query/DelegatorValidators` returns the validators to which a delegator has delegated. */
export const DelegatorValidators = defineQuery('/cosmos.staking.v1beta1.Query/DelegatorValidators', {
  rest: '/cosmos/staking/v1beta1/delegators/{delegator_addr}/validators',
  request: message(
    'cosmos.staking.v1beta1.QueryDelegatorValidatorsRequest',
    { delegator: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true, names: { delegator: 'delegator_addr' } },
  ),
  response: message('cosmos.staking.v1beta1.QueryDelegatorValidatorsResponse', {
    validators: repeated(1, Validator),
    pagination: embedded(2, PageResponse),
  }),
  answer({ delegator, pagination: page }, state) {
    const prefix = delegationsPrefix(delegatorAddress(delegator, state));
    const all = keyedEntries(state.entries('staking', prefix), prefix, (_, key) => {
      const validator = readValidator(state, key.slice(1));
      invariant(validator !== undefined, `a delegation's validator ${toHex(key.slice(1))} does not exist`);
      return validator;
    });
    const { items: validators, pagination } = pageOf(all, page, internal);
    return { validators, pagination };
  },
});

/** `/cosmos.staking.v1beta1.Query/UnbondingDelegation` returns what one delegator withdraws from one validator. */
export const UnbondingDelegation = defineQuery('/cosmos.staking.v1beta1.Query/UnbondingDelegation', {
  rest: '/cosmos/staking/v1beta1/validators/{validator_addr}/delegations/{delegator_addr}/unbonding_delegation',
  request: message(
    'cosmos.staking.v1beta1.QueryUnbondingDelegationRequest',
    { delegator: string(1), validator: string(2) },
    { lenient: true, names: { delegator: 'delegator_addr', validator: 'validator_addr' } },
  ),
  response: message('cosmos.staking.v1beta1.QueryUnbondingDelegationResponse', { unbond: required(1, Unbonding) }),
  answer({ delegator, validator }, state) {
    if (delegator !== '' && validator === '') throw invalidArgument('validator address cannot be empty');
    const owner = delegatorAddress(delegator, state);
    const unbond = readUnbondingDelegation(state, owner, operatorOfQuery(validator, state));
    if (unbond === undefined)
      throw notFound(`unbonding delegation with delegator ${delegator} not found for validator ${validator}`);
    return { unbond };
  },
});

/** `/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations` returns the unbonding delegations of a delegator. */
export const DelegatorUnbondingDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations',
  {
    rest: '/cosmos/staking/v1beta1/delegators/{delegator_addr}/unbonding_delegations',
    request: message(
      'cosmos.staking.v1beta1.QueryDelegatorUnbondingDelegationsRequest',
      { delegator: string(1), pagination: embedded(2, PageRequest) },
      { lenient: true, names: { delegator: 'delegator_addr' } },
    ),
    response: message(
      'cosmos.staking.v1beta1.QueryDelegatorUnbondingDelegationsResponse',
      {
        unbondings: repeatedBytes(1, Unbonding),
        pagination: embedded(2, PageResponse),
      },
      { names: { unbondings: 'unbonding_responses' } },
    ),
    answer({ delegator, pagination: page }, state) {
      return pageOfUnbondings(state, unbondingsPrefix(delegatorAddress(delegator, state)), page, (value) => value);
    },
  },
);

/** `/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations` returns the unbonding delegations from a validator. */
export const ValidatorUnbondingDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations',
  {
    rest: '/cosmos/staking/v1beta1/validators/{validator_addr}/unbonding_delegations',
    request: message(
      'cosmos.staking.v1beta1.QueryValidatorUnbondingDelegationsRequest',
      { validator: string(1), pagination: embedded(2, PageRequest) },
      { lenient: true, names: { validator: 'validator_addr' } },
    ),
    response: message(
      'cosmos.staking.v1beta1.QueryValidatorUnbondingDelegationsResponse',
      {
        unbondings: repeatedBytes(1, Unbonding),
        pagination: embedded(2, PageResponse),
      },
      { names: { unbondings: 'unbonding_responses' } },
    ),
    answer({ validator, pagination: page }, state) {
      const operator = operatorOfQuery(validator, state);
      return pageOfUnbondings(state, validatorUnbondingsPrefix(operator), page, (_, key) => {
        // The key below the prefix is the delegator's address after its length.
        const found = readUnbondingDelegation(state, key.slice(1), operator);
        invariant(found !== undefined, 'the index of unbonding delegations names one that does not exist');
        return Unbonding.encode(found);
      });
    },
  },
);

/** Returns a page of the unbonding delegations below a prefix of the store, encoded. */
function pageOfUnbondings(
  state: StateReader,
  prefix: Bytes,
  page: PageRequest,
  unbondingOf: (value: Bytes, key: Bytes) => Bytes,
) {
  const all = keyedEntries(state.entries('staking', prefix), prefix, unbondingOf);
  const { items: unbondings, pagination } = pageOf(all, page, internal);
  return { unbondings, pagination };
}

/** `/cosmos.staking.v1beta1.Query/Redelegations` returns stake that moves from one validator to another. */
export const Redelegations = defineQuery('/cosmos.staking.v1beta1.Query/Redelegations', {
  rest: '/cosmos/staking/v1beta1/delegators/{delegator_addr}/redelegations',
  request: message(
    'cosmos.staking.v1beta1.QueryRedelegationsRequest',
    { delegator: string(1), source: string(2), destination: string(3), pagination: embedded(4, PageRequest) },
    {
      lenient: true,
      names: { delegator: 'delegator_addr', destination: 'dst_validator_addr', source: 'src_validator_addr' },
    },
  ),
  response: message(
    'cosmos.staking.v1beta1.QueryRedelegationsResponse',
    {
      responses: repeated(1, RedelegationResponse),
      pagination: optional(2, PageResponse),
    },
    { names: { responses: 'redelegation_responses' } },
  ),
  answer: ({ pagination: page, ...query }, state) =>
    findRedelegations(state, readChainParams(state).bech32Prefix, { ...query, page }),
});
