/** `/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations` returns the unbonding delegations of a delegator. */
import { embedded, repeatedBytes, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { delegatorAddress } from '../party.js';
import { unbondingsPrefix } from '../store.js';

export const DelegatorUnbondingDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations',
  {
    request: message(
      'cosmos.staking.v1beta1.QueryDelegatorUnbondingDelegationsRequest',
      { delegator: string(1), page: embedded(2, PageRequest) },
      { lenient: true },
    ),
    response: message('cosmos.staking.v1beta1.QueryDelegatorUnbondingDelegationsResponse', {
      unbondings: repeatedBytes(1),
      pagination: embedded(2, PageResponse),
    }),
    answer({ delegator, page }, state) {
      const prefix = unbondingsPrefix(delegatorAddress(delegator, state));
      const all = keyedEntries(state.entries('staking', prefix), prefix, (value) => value);
      const { items: unbondings, pagination } = pageOf(all, page, internal);
      return { unbondings, pagination };
    },
  },
);
