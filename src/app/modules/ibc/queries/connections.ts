/** Answers the queries of `ibc.core.connection.v1`: connections, those of a client, and the parameters. */
import { Any } from '../../../../codec/cosmos/base.js';
import { Height, IdentifiedClientState } from '../../../../codec/ibc/client.js';
import {
  ConnectionEnd,
  ConnectionParams as ConnectionParamsMessage,
  IdentifiedConnection,
} from '../../../../codec/ibc/connection.js';
import { ClientState } from '../../../../codec/ibc/tendermint.js';
import { bytes, embedded, optional, repeated, repeatedString, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { checkAsked, clientAt, connectionAsked, consensusStateAsked, queryHeight } from '../asked.js';
import { packed } from '../client/any.js';
import {
  connections as allConnections,
  readClientConnections,
  readConnection,
  readConnectionParams,
} from '../connection/store.js';
import { checkClientId, checkConnectionId } from '../identifiers.js';

/** `/ibc.core.connection.v1.Query/ClientConnections` returns the connections of a client. */
export const ClientConnections = defineQuery('/ibc.core.connection.v1.Query/ClientConnections', {
  rest: '/ibc/core/connection/v1/client_connections/{client_id}',
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

/** `/ibc.core.connection.v1.Query/Connection` returns a connection. */
export const Connection = defineQuery('/ibc.core.connection.v1.Query/Connection', {
  rest: '/ibc/core/connection/v1/connections/{connection_id}',
  request: message('ibc.core.connection.v1.QueryConnectionRequest', { connectionId: string(1) }, { lenient: true }),
  response: message('ibc.core.connection.v1.QueryConnectionResponse', {
    connection: optional(1, ConnectionEnd),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ connectionId }, state) {
    checkAsked(() => checkConnectionId(connectionId));
    const connection = readConnection(state, connectionId);
    if (connection === undefined) throw notFound(`${connectionId}: connection not found`);
    return { connection, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.connection.v1.Query/ConnectionClientState` returns the client that a connection uses. */
export const ConnectionClientState = defineQuery('/ibc.core.connection.v1.Query/ConnectionClientState', {
  rest: '/ibc/core/connection/v1/connections/{connection_id}/client_state',
  request: message(
    'ibc.core.connection.v1.QueryConnectionClientStateRequest',
    { connectionId: string(1) },
    { lenient: true },
  ),
  response: message('ibc.core.connection.v1.QueryConnectionClientStateResponse', {
    identifiedClientState: optional(1, IdentifiedClientState),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ connectionId }, state) {
    const { clientId } = connectionAsked(state, connectionId);
    const clientState = packed(ClientState, clientAt(state, clientId));
    return { identifiedClientState: { clientId, clientState }, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.connection.v1.Query/ConnectionConsensusState` returns a consensus state of a connection's client. */
export const ConnectionConsensusState = defineQuery('/ibc.core.connection.v1.Query/ConnectionConsensusState', {
  rest: '/ibc/core/connection/v1/connections/{connection_id}/consensus_state/revision/{revision_number}/height/{revision_height}',
  request: message(
    'ibc.core.connection.v1.QueryConnectionConsensusStateRequest',
    { connectionId: string(1), revisionNumber: uint(2), revisionHeight: uint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.connection.v1.QueryConnectionConsensusStateResponse', {
    consensusState: optional(1, Any),
    clientId: string(2),
    proof: bytes(3),
    proofHeight: embedded(4, Height),
  }),
  answer({ connectionId, ...height }, state) {
    return consensusStateAsked(state, connectionAsked(state, connectionId), height);
  },
});

/** `/ibc.core.connection.v1.Query/ConnectionParams` returns the maximum expected time per block. */
export const ConnectionParams = defineQuery('/ibc.core.connection.v1.Query/ConnectionParams', {
  rest: '/ibc/core/connection/v1/params',
  request: message('ibc.core.connection.v1.QueryConnectionParamsRequest', {}, { lenient: true }),
  response: message('ibc.core.connection.v1.QueryConnectionParamsResponse', {
    params: optional(1, ConnectionParamsMessage),
  }),
  answer(_, state) {
    return { params: readConnectionParams(state) };
  },
});

/** `/ibc.core.connection.v1.Query/Connections` returns all connections. */
export const Connections = defineQuery('/ibc.core.connection.v1.Query/Connections', {
  rest: '/ibc/core/connection/v1/connections',
  request: message(
    'ibc.core.connection.v1.QueryConnectionsRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.connection.v1.QueryConnectionsResponse', {
    connections: repeated(1, IdentifiedConnection),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ pagination: page }, state) {
    const all = Array.from(allConnections(state), ([id, connection]) => ({
      key: utf8(`/${id}`),
      item: { id, ...connection },
    }));
    const { items: connections, pagination } = pageOf(all, page, plainError);
    return { connections, pagination, height: queryHeight(state) };
  },
});
