/** `/cosmos.staking.v1beta1.Query/Params` returns the parameters of staking. */
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { StakingParams } from '../params.js';
import { readStakingParams } from '../store.js';

export const Params = defineQuery('/cosmos.staking.v1beta1.Query/Params', {
  request: NoFields,
  response: message('cosmos.staking.v1beta1.QueryParamsResponse', { params: embedded(1, StakingParams) }),
  answer: (_, state) => ({ params: readStakingParams(state) }),
});
