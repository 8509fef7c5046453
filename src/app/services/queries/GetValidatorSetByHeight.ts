/** `/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight`: the set that signs a height. */
import { defineNodeQuery } from '../../query/define_query.js';
import { readRequest } from '../../query/request.js';
import { factsOf } from '../facts.js';
import { checkHeight, readHeight } from '../height.js';
import { setResponse } from '../set_response.js';

export const GetValidatorSetByHeight = defineNodeQuery(
  '/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight',
  (request, state, services) => {
    const facts = factsOf(services);
    const height = readHeight(request);
    checkHeight(height, facts);
    return setResponse(facts, height, readRequest(request, {}, 2).page, state);
  },
);
