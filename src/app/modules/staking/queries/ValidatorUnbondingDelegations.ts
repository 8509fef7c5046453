/** `/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations` returns the unbonding delegations from a validator. */
import { embedded, repeatedBytes, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { operatorOfQuery } from '../party.js';
import { validatorUnbondingsPrefix } from '../store.js';

export const ValidatorUnbondingDelegations = defineQuery(
  '/cosmos.staking.v1beta1.Query/ValidatorUnbondingDelegations',
  {
    request: message(
      'cosmos.staking.v1beta1.QueryValidatorUnbondingDelegationsRequest',
      { validator: string(1), page: embedded(2, PageRequest) },
      { lenient: true },
    ),
    response: message('cosmos.staking.v1beta1.QueryValidatorUnbondingDelegationsResponse', {
      unbondings: repeatedBytes(1),
      pagination: embedded(2, PageResponse),
    }),
    answer({ validator, page }, state) {
      const prefix = validatorUnbondingsPrefix(operatorOfQuery(validator, state));
      const all = keyedEntries(state.entries('staking', prefix), prefix, (value) => value);
      const { items: unbondings, pagination } = pageOf(all, page, internal);
      return { unbondings, pagination };
    },
  },
);
