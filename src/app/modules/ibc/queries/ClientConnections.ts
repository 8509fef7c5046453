/** `/ibc.core.connection.v1.Query/ClientConnections` returns the connections of a client. */

import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, repeatedString, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { checkAsked } from '../asked.js';
import { readClientConnections } from '../connection/store.js';
import { checkClientId } from '../identifiers.js';
import { queryHeight } from '../query_height.js';

export const ClientConnections = defineQuery('/ibc.core.connection.v1.Query/ClientConnections', {
  request: message('ibc.core.connection.v1.QueryClientConnectionsRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.connection.v1.QueryClientConnectionsResponse', {
    connectionPaths: repeatedString(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    const connectionPaths = readClientConnections(state, clientId);
    if (connectionPaths === undefined) throw notFound(`${clientId}: light client connection paths not found`);
    return { connectionPaths, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
