/** `/cosmos.bank.v1beta1.Query/Params` returns the parameters of the bank. */
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { BankParams, readBankParams } from '../store.js';

export const Params = defineQuery('/cosmos.bank.v1beta1.Query/Params', {
  request: NoFields,
  response: message('cosmos.bank.v1beta1.QueryParamsResponse', { params: embedded(1, BankParams) }),
  answer: (_, state) => ({ params: readBankParams(state) }),
});
