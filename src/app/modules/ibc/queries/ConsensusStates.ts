/** `/ibc.core.client.v1.Query/ConsensusStates` returns all consensus states of a client, in the order of heights. */

import { ConsensusStateWithHeight } from '../../../../codec/ibc/client.js';
import { ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { checkAsked, knownHeights } from '../asked.js';
import { packed } from '../client/any.js';
import { readConsensusState } from '../client/store.js';
import { checkClientId } from '../identifiers.js';

export const ConsensusStates = defineQuery('/ibc.core.client.v1.Query/ConsensusStates', {
  request: message(
    'ibc.core.client.v1.QueryConsensusStatesRequest',
    { clientId: string(1), page: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryConsensusStatesResponse', {
    consensusStates: repeated(1, ConsensusStateWithHeight),
    pagination: embedded(2, PageResponse),
  }),
  answer({ clientId, page }, state) {
    checkAsked(() => checkClientId(clientId));
    const all = knownHeights(state, clientId).flatMap(({ key, item: height }) => {
      const consensus = readConsensusState(state, clientId, height);
      return consensus === undefined
        ? []
        : [{ key, item: { height, consensusState: packed(ConsensusState, consensus) } }];
    });
    const { items: consensusStates, pagination } = pageOf(all, page, plainError);
    return { consensusStates, pagination };
  },
});
