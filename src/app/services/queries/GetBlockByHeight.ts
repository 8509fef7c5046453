/** `/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight`: the block of a height. */
import { defineNodeQuery } from '../../query/define_query.js';
import { blockResponse } from '../block_response.js';
import { factsOf } from '../facts.js';
import { checkHeight, readHeight } from '../height.js';

export const GetBlockByHeight = defineNodeQuery(
  '/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight',
  (request, state, services) => {
    const facts = factsOf(services);
    const height = readHeight(request);
    checkHeight(height, facts);
    return blockResponse(facts, height, state);
  },
);
