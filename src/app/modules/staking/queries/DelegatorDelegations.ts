/**
 * `/cosmos.staking.v1beta1.Query/DelegatorDelegations` returns all delegations of a delegator, ascending by validator.
 */
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { Delegation } from '../delegation.js';
import { DelegationResponse, delegationResponse } from '../delegation_response.js';
import { delegatorAddress } from '../party.js';
import { delegationsPrefix } from '../store.js';

export const DelegatorDelegations = defineQuery('/cosmos.staking.v1beta1.Query/DelegatorDelegations', {
  request: message(
    'cosmos.staking.v1beta1.QueryDelegatorDelegationsRequest',
    { delegator: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryDelegatorDelegationsResponse', {
    responses: repeated(1, DelegationResponse),
    pagination: embedded(2, PageResponse),
  }),
  answer({ delegator, page }, state) {
    const prefix = delegationsPrefix(delegatorAddress(delegator, state));
    const all = keyedEntries(state.entries('staking', prefix), prefix, (value, key) =>
      // The key below the prefix is the validator's address after its length.
      delegationResponse(state, key.slice(1), Delegation.decode(value)),
    );
    const { items: responses, pagination } = pageOf(all, page, internal);
    return { responses, pagination };
  },
});
