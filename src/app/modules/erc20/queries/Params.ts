/** `/cosmos.evm.erc20.v1.Query/Params` returns the parameters of the module. */
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { Erc20Params, readErc20Params } from '../params.js';

export const Params = defineQuery('/cosmos.evm.erc20.v1.Query/Params', {
  request: NoFields,
  response: message('cosmos.evm.erc20.v1.QueryParamsResponse', { params: embedded(1, Erc20Params) }),
  answer: (_, state) => ({ params: readErc20Params(state) }),
});
