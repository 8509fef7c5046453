/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight`: the block at a height. */
import { int } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { BlockResponse, blockResponse } from '../block_response.js';
import { factsOf } from '../facts.js';
import { checkHeight } from '../height.js';

export const GetBlockByHeight = defineNodeQuery('/cosmos.base.tendermint.v1beta1.Service/GetBlockByHeight', {
  request: message('cosmos.base.tendermint.v1beta1.GetBlockByHeightRequest', { height: int(1) }, { lenient: true }),
  response: BlockResponse,
  answer({ height }, state, services) {
    const facts = factsOf(services);
    checkHeight(height, facts);
    return blockResponse(facts, height, state);
  },
});
