/** `/ibc.core.connection.v1.Query/Connections` returns all connections. */

import { IdentifiedConnection } from '../../../../codec/ibc/connection.js';
import { Height } from '../../../../codec/ibc/height.js';
import { embedded, repeated } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { connections as allConnections } from '../connection/store.js';
import { queryHeight } from '../query_height.js';

export const Connections = defineQuery('/ibc.core.connection.v1.Query/Connections', {
  request: message(
    'ibc.core.connection.v1.QueryConnectionsRequest',
    { page: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.connection.v1.QueryConnectionsResponse', {
    connections: repeated(1, IdentifiedConnection),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ page }, state) {
    const all = Array.from(allConnections(state), ([id, connection]) => ({
      key: utf8(id),
      item: { id, ...connection },
    }));
    const { items: connections, pagination } = pageOf(all, page, plainError);
    return { connections, pagination, height: queryHeight(state) };
  },
});
