/**
 * `/cosmos.staking.v1beta1.Query/ValidatorDelegations` returns all delegations to a validator, ascending by delegator.
 */
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { equalBytes } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { Delegation } from '../delegation.js';
import { DelegationResponse, delegationResponse } from '../delegation_response.js';
import { operatorOfQuery } from '../party.js';
import { DELEGATIONS } from '../store.js';

export const ValidatorDelegations = defineQuery('/cosmos.staking.v1beta1.Query/ValidatorDelegations', {
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorDelegationsRequest',
    { validator: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryValidatorDelegationsResponse', {
    responses: repeated(1, DelegationResponse),
    pagination: embedded(2, PageResponse),
  }),
  answer({ validator, page }, state) {
    const operator = operatorOfQuery(validator, state);
    const all = keyedEntries(state.entries('staking', DELEGATIONS), DELEGATIONS, Delegation.decode);
    const own = all
      .filter(({ key }) => equalBytes(key.slice(-operator.length), operator))
      .map(({ key, item }) => ({ key, item: delegationResponse(state, operator, item) }));
    const { items: responses, pagination } = pageOf(own, page, internal);
    return { responses, pagination };
  },
});
