/** `/cosmos.auth.v1beta1.Query/Params` returns the parameters of auth. */
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { AuthParams } from '../params.js';
import { readAuthParams } from '../store.js';

export const Params = defineQuery('/cosmos.auth.v1beta1.Query/Params', {
  request: NoFields,
  response: message('cosmos.auth.v1beta1.QueryParamsResponse', { params: embedded(1, AuthParams) }),
  answer: (_, state) => ({ params: readAuthParams(state) }),
});
