/** `/ibc.core.client.v1.Query/ConsensusStateHeights` returns the heights of a client's consensus states, ascending. */

import { Height } from '../../../../codec/ibc/height.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { checkAsked, knownHeights } from '../asked.js';
import { checkClientId } from '../identifiers.js';

export const ConsensusStateHeights = defineQuery('/ibc.core.client.v1.Query/ConsensusStateHeights', {
  request: message(
    'ibc.core.client.v1.QueryConsensusStateHeightsRequest',
    { clientId: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryConsensusStateHeightsResponse', {
    consensusStateHeights: repeated(1, Height),
    pagination: embedded(2, PageResponse),
  }),
  answer({ clientId, page }, state) {
    checkAsked(() => checkClientId(clientId));
    const { items: consensusStateHeights, pagination } = pageOf(knownHeights(state, clientId), page, plainError);
    return { consensusStateHeights, pagination };
  },
});
