/** `/cosmos.staking.v1beta1.Query/UnbondingDelegation` returns what one delegator withdraws from one validator. */
import { required, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { delegatorAddress, operatorOfQuery } from '../party.js';
import { readUnbondingDelegation } from '../store.js';
import { UnbondingDelegation as Unbonding } from '../unbonding_delegation.js';

export const UnbondingDelegation = defineQuery('/cosmos.staking.v1beta1.Query/UnbondingDelegation', {
  request: message(
    'cosmos.staking.v1beta1.QueryUnbondingDelegationRequest',
    { delegator: string(1), validator: string(2) },
    { lenient: true },
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
