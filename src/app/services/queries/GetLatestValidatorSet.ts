/** `/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet`: the set that signs the newest height. */
import { defineNodeQuery } from '../../query/define_query.js';
import { readRequest } from '../../query/request.js';
import { factsOf } from '../facts.js';
import { setResponse } from '../set_response.js';

export const GetLatestValidatorSet = defineNodeQuery(
  '/cosmos.base.tendermint.v1beta1.Service/GetLatestValidatorSet',
  (request, state, services) => {
    const facts = factsOf(services);
    return setResponse(facts, facts.head.height, readRequest(request, {}, 1).page, state);
  },
);
