/** `/cosmos.staking.v1beta1.Query/DelegatorValidators` returns the validators to which a delegator has delegated. */
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { invariant } from '../../../../kernel/errors.js';
import { toHex } from '../../../../kernel/hex.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { internal } from '../../../sdk/query/failure.js';
import { keyedEntries, PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { delegatorAddress } from '../party.js';
import { delegationsPrefix, readValidator } from '../store.js';
import { Validator } from '../validator.js';

export const DelegatorValidators = defineQuery('/cosmos.staking.v1beta1.Query/DelegatorValidators', {
  request: message(
    'cosmos.staking.v1beta1.QueryDelegatorValidatorsRequest',
    { delegator: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryDelegatorValidatorsResponse', {
    validators: repeated(1, Validator),
    pagination: embedded(2, PageResponse),
  }),
  answer({ delegator, page }, state) {
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
