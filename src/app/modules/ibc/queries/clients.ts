/** Answers the queries of `ibc.core.client.v1`: clients, their states, and the parameters; and that of v2. */
import { Any } from '../../../../codec/cosmos/base.js';
import {
  ClientParams as ClientParamsMessage,
  ConsensusStateWithHeight,
  Height,
  IdentifiedClientState,
} from '../../../../codec/ibc/client.js';
import {
  ClientState as ClientStateMessage,
  ConsensusState as ConsensusStateMessage,
} from '../../../../codec/ibc/tendermint.js';
import { Config as ConfigMessage, CounterpartyInfo as CounterpartyInfoMessage } from '../../../../codec/ibc/v2.js';
import { bool, bytes, embedded, optional, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { checkAsked, clientAt, knownHeights, queryHeight } from '../asked.js';
import { packed } from '../client/any.js';
import { checkRoute, clientStatus } from '../client/status.js';
import { clients, readClientParams, readClientState, readConsensusState } from '../client/store.js';
import { heightText } from '../height.js';
import { checkClientId } from '../identifiers.js';
import { readConfig, readCounterparty } from '../v2/store.js';

/** `/ibc.core.client.v1.Query/ClientParams` returns the types of clients that are allowed. */
export const ClientParams = defineQuery('/ibc.core.client.v1.Query/ClientParams', {
  rest: '/ibc/core/client/v1/params',
  request: message('ibc.core.client.v1.QueryClientParamsRequest', {}, { lenient: true }),
  response: message('ibc.core.client.v1.QueryClientParamsResponse', { params: optional(1, ClientParamsMessage) }),
  answer(_, state) {
    return { params: readClientParams(state) };
  },
});

/** `/ibc.core.client.v1.Query/ClientState` returns a light client. */
export const ClientState = defineQuery('/ibc.core.client.v1.Query/ClientState', {
  rest: '/ibc/core/client/v1/client_states/{client_id}',
  request: message('ibc.core.client.v1.QueryClientStateRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v1.QueryClientStateResponse', {
    clientState: optional(1, Any),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId }, state) {
    const client = clientAt(state, clientId);
    return { clientState: packed(ClientStateMessage, client), proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.client.v1.Query/ClientStates` returns all light clients. */
export const ClientStates = defineQuery('/ibc.core.client.v1.Query/ClientStates', {
  rest: '/ibc/core/client/v1/client_states',
  request: message(
    'ibc.core.client.v1.QueryClientStatesRequest',
    { pagination: embedded(1, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryClientStatesResponse', {
    clientStates: repeated(1, IdentifiedClientState),
    pagination: embedded(2, PageResponse),
  }),
  answer({ pagination: page }, state) {
    const all = Array.from(clients(state), ([clientId, client]) => ({
      key: utf8(`/${clientId}/clientState`),
      item: { clientId, clientState: packed(ClientStateMessage, client) },
    }));
    const { items: clientStates, pagination } = pageOf(all, page, plainError);
    return { clientStates, pagination };
  },
});

/** `/ibc.core.client.v1.Query/ClientStatus` returns whether a client can be used. */
export const ClientStatus = defineQuery('/ibc.core.client.v1.Query/ClientStatus', {
  rest: '/ibc/core/client/v1/client_status/{client_id}',
  request: message('ibc.core.client.v1.QueryClientStatusRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v1.QueryClientStatusResponse', { status: string(1) }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    checkAsked(() => checkRoute(state, clientId));
    return { status: clientStatus(state, clientId, readBlockRecord(state).time) };
  },
});

/** `/ibc.core.client.v1.Query/ConsensusState` returns a client's consensus state of one height. */
export const ConsensusState = defineQuery('/ibc.core.client.v1.Query/ConsensusState', {
  rest: '/ibc/core/client/v1/consensus_states/{client_id}/revision/{revision_number}/height/{revision_height}',
  request: message(
    'ibc.core.client.v1.QueryConsensusStateRequest',
    { clientId: string(1), revisionNumber: uint(2), revisionHeight: uint(3), latestHeight: bool(4) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryConsensusStateResponse', {
    consensusState: optional(1, Any),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId, revisionNumber, revisionHeight, latestHeight }, state) {
    checkAsked(() => checkClientId(clientId));
    const height = latestHeight ? readClientState(state, clientId)?.latestHeight : { revisionNumber, revisionHeight };
    if (!latestHeight && revisionHeight === 0n) throw invalidArgument('consensus state height cannot be 0');
    const consensus = height && readConsensusState(state, clientId, height);
    if (height === undefined || consensus === undefined)
      throw notFound(
        `client-id: ${clientId}, height: ${height === undefined ? '0-0' : heightText(height)}: consensus state not found`,
      );
    return {
      consensusState: packed(ConsensusStateMessage, consensus),
      proof: EMPTY_BYTES,
      proofHeight: queryHeight(state),
    };
  },
});

/** `/ibc.core.client.v1.Query/ConsensusStateHeights` returns the heights of a client's consensus states. */
export const ConsensusStateHeights = defineQuery('/ibc.core.client.v1.Query/ConsensusStateHeights', {
  rest: '/ibc/core/client/v1/consensus_states/{client_id}/heights',
  request: message(
    'ibc.core.client.v1.QueryConsensusStateHeightsRequest',
    { clientId: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryConsensusStateHeightsResponse', {
    consensusStateHeights: repeated(1, Height),
    pagination: embedded(2, PageResponse),
  }),
  answer({ clientId, pagination: page }, state) {
    checkAsked(() => checkClientId(clientId));
    const { items: consensusStateHeights, pagination } = pageOf(knownHeights(state, clientId), page, plainError);
    return { consensusStateHeights, pagination };
  },
});

/** `/ibc.core.client.v1.Query/ConsensusStates` returns all consensus states of a client. */
export const ConsensusStates = defineQuery('/ibc.core.client.v1.Query/ConsensusStates', {
  rest: '/ibc/core/client/v1/consensus_states/{client_id}',
  request: message(
    'ibc.core.client.v1.QueryConsensusStatesRequest',
    { clientId: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryConsensusStatesResponse', {
    consensusStates: repeated(1, ConsensusStateWithHeight),
    pagination: embedded(2, PageResponse),
  }),
  answer({ clientId, pagination: page }, state) {
    checkAsked(() => checkClientId(clientId));
    const all = knownHeights(state, clientId).flatMap(({ key, item: height }) => {
      const consensus = readConsensusState(state, clientId, height);
      return consensus === undefined
        ? []
        : [{ key, item: { height, consensusState: packed(ConsensusStateMessage, consensus) } }];
    });
    const { items: consensusStates, pagination } = pageOf(all, page, plainError);
    return { consensusStates, pagination };
  },
});

/** `/ibc.core.client.v2.Query/CounterpartyInfo` returns the counterparty of a client. */
export const CounterpartyInfo = defineQuery('/ibc.core.client.v2.Query/CounterpartyInfo', {
  rest: '/ibc/core/client/v2/counterparty_info/{client_id}',
  request: message('ibc.core.client.v2.QueryCounterpartyInfoRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v2.QueryCounterpartyInfoResponse', {
    counterpartyInfo: optional(1, CounterpartyInfoMessage),
  }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    const counterpartyInfo = readCounterparty(state, clientId);
    if (counterpartyInfo === undefined) throw notFound(`client ${clientId} counterparty not found`);
    return { counterpartyInfo };
  },
});

/** `/ibc.core.client.v2.Query/Config` returns the accounts that may relay for a client. */
export const Config = defineQuery('/ibc.core.client.v2.Query/Config', {
  rest: '/ibc/core/client/v2/config/{client_id}',
  request: message('ibc.core.client.v2.QueryConfigRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v2.QueryConfigResponse', { config: optional(1, ConfigMessage) }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    return { config: readConfig(state, clientId) };
  },
});
