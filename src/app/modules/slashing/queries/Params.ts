/** `/cosmos.slashing.v1beta1.Query/Params` returns the parameters of slashing. */
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { SlashingParams } from '../params.js';
import { readSlashingParams } from '../store.js';

export const Params = defineQuery('/cosmos.slashing.v1beta1.Query/Params', {
  request: NoFields,
  response: message('cosmos.slashing.v1beta1.QueryParamsResponse', { params: embedded(1, SlashingParams) }),
  answer: (_, state) => ({ params: readSlashingParams(state) }),
});
