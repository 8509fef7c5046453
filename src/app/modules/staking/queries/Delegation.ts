/** `/cosmos.staking.v1beta1.Query/Delegation` returns the delegation of one delegator to one validator. */
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { DelegationResponse, delegationResponse } from '../delegation_response.js';
import { delegatorAddress, operatorOfQuery } from '../party.js';
import { readDelegation } from '../store.js';

export const Delegation = defineQuery('/cosmos.staking.v1beta1.Query/Delegation', {
  request: message(
    'cosmos.staking.v1beta1.QueryDelegationRequest',
    { delegator: string(1), validator: string(2) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryDelegationResponse', { response: embedded(1, DelegationResponse) }),
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
