/** `/ibc.core.client.v1.Query/ClientStates` returns all light clients. */

import { IdentifiedClientState } from '../../../../codec/ibc/client.js';
import { ClientState } from '../../../../codec/ibc/tendermint.js';
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { packed } from '../client/any.js';
import { clients } from '../client/store.js';

export const ClientStates = defineQuery('/ibc.core.client.v1.Query/ClientStates', {
  request: message(
    'ibc.core.client.v1.QueryClientStatesRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryClientStatesResponse', {
    clientStates: repeated(1, IdentifiedClientState),
    pagination: embedded(2, PageResponse),
  }),
  answer({ page }, state) {
    const all = Array.from(clients(state), ([clientId, client]) => ({
      key: utf8(clientId),
      item: { clientId, clientState: packed(ClientState, client) },
    }));
    const { items: clientStates, pagination } = pageOf(all, page, plainError);
    return { clientStates, pagination };
  },
});
