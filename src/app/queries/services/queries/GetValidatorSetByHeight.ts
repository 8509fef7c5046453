/** Answers `/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight`: the set that signs a height. */
import { embedded, int } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineNodeQuery } from '../../../sdk/query/define_query.js';
import { PageRequest } from '../../../sdk/query/pagination.js';
import { factsOf } from '../facts.js';
import { checkHeight } from '../height.js';
import { SetResponse, setResponse } from '../set_response.js';

const Request = message(
  'cosmos.base.tendermint.v1beta1.GetValidatorSetByHeightRequest',
  { height: int(1), page: embedded(2, PageRequest) },
  { lenient: true },
);

export const GetValidatorSetByHeight = defineNodeQuery(
  '/cosmos.base.tendermint.v1beta1.Service/GetValidatorSetByHeight',
  {
    request: Request,
    response: SetResponse,
    answer({ height, page }, state, services) {
      const facts = factsOf(services);
      checkHeight(height, facts);
      return setResponse(facts, height, page, state);
    },
  },
);
