/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock`: the newest block. */
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { NoFields } from '../../../sdk/query/no_fields.js';
import { BlockResponse, blockResponse } from '../block_response.js';
import { factsOf } from '../facts.js';

export const GetLatestBlock = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetLatestBlock', {
  request: NoFields,
  response: BlockResponse,
  answer(_, state, services) {
    const facts = factsOf(services);
    return blockResponse(facts, facts.head.height, state);
  },
});
