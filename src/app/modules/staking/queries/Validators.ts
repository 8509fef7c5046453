/** `/cosmos.staking.v1beta1.Query/Validators` returns all validators, or those of a status, ascending by operator. */
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { Validator } from '../validator.js';
import { validatorPage } from '../validator_page.js';

export const Validators = defineQuery('/cosmos.staking.v1beta1.Query/Validators', {
  request: message(
    'cosmos.staking.v1beta1.QueryValidatorsRequest',
    { status: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('cosmos.staking.v1beta1.QueryValidatorsResponse', {
    validators: repeated(1, Validator),
    pagination: embedded(2, PageResponse),
  }),
  answer({ status, page }, state) {
    const { items, pagination } = validatorPage(state, status, page);
    return { validators: items.map(({ validator }) => validator), pagination };
  },
});
