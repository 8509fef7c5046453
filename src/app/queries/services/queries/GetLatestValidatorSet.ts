/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet`: the set that signs the newest height. */
import { embedded } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { PageRequest } from '../../../sdk/query/pagination.js';
import { factsOf } from '../facts.js';
import { SetResponse, setResponse } from '../set_response.js';

export const GetLatestValidatorSet = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet', {
  request: message(
    'cosmos.base.tendermint.v1beta1.GetLatestValidatorSetRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: SetResponse,
  answer({ page }, state, services) {
    const facts = factsOf(services);
    return setResponse(facts, facts.head.height, page, state);
  },
});
